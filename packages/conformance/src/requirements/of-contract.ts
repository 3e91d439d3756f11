import { OPERATIONS, type Operation, type Parameter, propertiesOf, RESOURCE_OPERATIONS } from '../contract/bundle.ts';
import type { Requirement } from './requirement.ts';

/** Statuses that cannot be caused from outside, or that have a requirement of their own. */
const ELSEWHERE = new Set([200, 201, 429, 500, 503]);

const MEANINGS: Readonly<Record<number, string>> = {
  304: 'nothing has changed since the ETag in If-None-Match',
  400: 'the shape of path, query, header or body is wrong',
  401: 'the token is missing or invalid',
  403: 'the credential does not permit it',
  404: 'the merchant has no such record',
  409: 'the write conflicts with what is stored',
  412: 'the record has another version than If-Match says',
  413: 'the body is larger than 1 MiB',
  415: 'the body is not application/json in UTF-8',
  422: 'a reference refers to nothing, or the key was used for another request',
};

/** Requirements of every operation of the contract: the call, each status, parameter and property. */
export const requirementsOfContract = (): Requirement[] => [
  ...OPERATIONS.filter(({ path }) => !path.startsWith('/oauth/authorize')).map(callOf),
  ...RESOURCE_OPERATIONS.flatMap((one) => [...statusesOf(one), ...parametersOf(one), ...bodyOf(one)]),
];

const row = (one: Operation, id: string, text: string, extension = false): Requirement => ({
  id: `op.${one.id}.${id}`,
  subject: 'Operations',
  text: `${one.method} ${one.path}: ${text}`,
  severity: one.extension || extension ? 'extension' : 'must',
});

const callOf = (one: Operation): Requirement => row(one, 'call', one.summary);

const statusesOf = (one: Operation): Requirement[] =>
  one.statuses
    .filter((status) => !ELSEWHERE.has(status))
    .map((status) => row(one, `status.${status}`, `${status} where ${MEANINGS[status] ?? 'the contract says so'}`));

const parametersOf = (one: Operation): Requirement[] =>
  one.parameters.map((parameter) =>
    row(one, `param.${parameter.name}`, sentence(parameter), parameter['x-tillgate-extension']),
  );

const sentence = ({ name, description = '' }: Parameter): string => `${name}. ${description.split('\n')[0]}`.trim();

const bodyOf = (one: Operation): Requirement[] =>
  one.body
    ? propertiesOf(one.body).map(([name]) => row(one, `body.${name}`, `the property ${name} is as its schema says`))
    : [];
