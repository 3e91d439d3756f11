import { OPERATIONS, type Operation, type Parameter, propertiesOf, RESOURCE_OPERATIONS } from '../contract/bundle.ts';
import type { Requirement } from './requirement.ts';

/** Statuses that a client cannot cause, or that other requirements cover. */
const ELSEWHERE = new Set([200, 201, 429, 500, 503]);

const MEANINGS: Readonly<Record<number, string>> = {
  304: 'nothing has changed since the ETag in If-None-Match',
  400: 'the shape of path, query, header or body is wrong',
  401: 'the token is missing or invalid',
  403: 'the credential does not permit it',
  404: 'the merchant has no such record',
  409: 'the write conflicts with what is stored',
  412: 'the record has another version than If-Match, or the one of If-None-Match',
  413: 'the body is larger than 1 MiB',
  415: 'the body is not application/json in UTF-8',
  422: 'a reference refers to nothing, or the key was used for another request',
};

/** Requirements for every operation of the contract: the call, and each status, parameter and property. */
export const requirementsOfContract = (): Requirement[] => [
  ...OPERATIONS.filter(({ path }) => !path.startsWith('/oauth/authorize')).map(callOf),
  ...RESOURCE_OPERATIONS.flatMap((op) => [...statusesOf(op), ...parametersOf(op), ...bodyOf(op)]),
];

const row = (op: Operation, id: string, text: string, extension = false): Requirement => ({
  id: `op.${op.id}.${id}`,
  subject: 'Operations',
  text: `${op.method} ${op.path}: ${text}`,
  severity: op.extension || extension ? 'extension' : 'must',
});

const callOf = (op: Operation): Requirement => row(op, 'call', op.summary);

const statusesOf = (op: Operation): Requirement[] =>
  op.statuses
    .filter((status) => !ELSEWHERE.has(status))
    .map((status) => row(op, `status.${status}`, `${status} where ${MEANINGS[status] ?? 'the contract says so'}`));

const parametersOf = (op: Operation): Requirement[] =>
  op.parameters.map((parameter) =>
    row(op, `param.${parameter.name}`, sentence(parameter), parameter['x-tillgate-extension']),
  );

const sentence = ({ name, description = '' }: Parameter): string => `${name}. ${description.split('\n')[0]}`.trim();

const bodyOf = (op: Operation): Requirement[] =>
  op.body
    ? propertiesOf(op.body).map(([name]) => row(op, `body.${name}`, `the property ${name} is as its schema says`))
    : [];
