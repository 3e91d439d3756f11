import type { Answers } from '../measured.ts';
import { send, sendOk } from './http.ts';
import type { Requests } from './peer.ts';

/** Throws unless the responses contain the product, 100 rows, and the exact total before and after a create. */
export async function verify(name: string, origin: string, requests: Requests, items: number): Promise<Answers> {
  const { list, create, record, rows, total } = requests;
  const headers = await requests.authorize();
  const one = await send(origin + requests.get(), headers);
  if (one.status !== 200 || !isObject(record(one.body)))
    throw new Error(`${name}: get one answered ${one.status} ${JSON.stringify(one.body)}`);
  const page = await send(origin + list, headers);
  if (page.status !== 200 || rows(page.body).length !== 100 || total(page.body) !== items) {
    throw new Error(`${name}: the list has ${rows(page.body).length} rows, total ${total(page.body)} of ${items}`);
  }
  const created = await send(origin + create.path, { ...headers, ...create.headers?.() }, create.body());
  const after = total(await sendOk(origin + list, headers));
  if (!isObject(record(created.body)) || after !== items + 1) {
    throw new Error(`${name}: create one answered ${created.status}, and the total is ${after} of ${items + 1}`);
  }
  const [row] = rows(page.body);
  return {
    bytes: { get: one.bytes, list: page.bytes, create: created.bytes },
    values: countValues(row),
    members: Object.keys(isObject(row) ? row : {}),
    withoutCredentials: (await send(origin + list, {})).status,
    invalidBody: (await send(origin + create.path, { ...headers, ...create.headers?.() }, create.invalid)).status,
  };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const countValues = (value: unknown): number =>
  isObject(value) ? Object.values(value).reduce((sum: number, inner) => sum + countValues(inner), 0) : 1;
