import { queryOf } from '../generated/specification/request.ts';
import type { Arrived, Service, Success } from './service.ts';

/** Answers a request once there is something to tell, at the latest after its `wait`. Without a cursor it does not wait. */
export async function answerInTime(
  service: Service,
  arrived: Arrived,
  signal: AbortSignal | undefined,
): Promise<Success> {
  const query = queryOf(arrived.url);
  const until = Date.now() + (query.has('after') ? Number(query.get('wait') ?? 0) * 1000 : 0);
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
