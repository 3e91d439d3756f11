import { type FieldError, validationFailed } from '../errors.ts';
import type { Operation } from './contract.ts';
import { toFieldErrors } from './field-errors.ts';
import { type SplitBody, splitBody, unversionedErrors } from './read-only.ts';

export function bodyErrors(
  body: unknown,
  { validateBody, readOnly }: Pick<Operation, 'validateBody' | 'readOnly'>,
): FieldError[] {
  const wrapped = body === undefined ? {} : { requestBody: body };
  if (validateBody && !validateBody(wrapped)) return toFieldErrors(validateBody.errors ?? []);
  return unversionedErrors(body, readOnly);
}

/** Checks a part of a batch as the body of an operation, and separates its claims. */
export type CheckBody = (operationId: Operation['id'], body: unknown) => SplitBody;

export function bodyChecker(operations: readonly Operation[]): CheckBody {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  return (id, body) => {
    const operation = byId.get(id);
    if (!operation) throw new Error(`The contract has no operation ${id}.`);
    const errors = bodyErrors(body, operation);
    if (errors.length > 0) throw validationFailed(errors);
    return splitBody(body, operation.readOnly);
  };
}
