import { queryOf } from '../generated/specification/request.ts';
import type { Arrived, Service, Success } from './service.ts';

/** Answers a request once there is something to tell, at the latest after its `wait`. */
export async function answerInTime(
  service: Service,
  arrived: Arrived,
  signal: AbortSignal | undefined,
): Promise<Success> {
  const until = Date.now() + Number(queryOf(arrived.url).get('wait') ?? 0) * 1000;
  for (;;) {
    const answer = await service.answer(arrived);
    const rest = until - Date.now();
    if (!(rest > 0) || !isEmpty(answer)) return answer;
    signal?.throwIfAborted();
    await service.written(rest, signal);
  }
}

const isEmpty = ({ status, body }: Success): boolean =>
  status === 200 && (body as { readonly data?: readonly unknown[] }).data?.length === 0;
