import type { ErrorObject } from 'ajv';
import { type FieldError, MOST_DETAILS } from '../errors.ts';
import { refusedCharacter } from './text.ts';

/** Keywords that only say that a keyword below them failed. */
const STRUCTURAL = new Set(['if', 'allOf']);

const RULES: Record<string, string> = {
  additionalProperties: 'unknown',
  unevaluatedProperties: 'unknown',
  const: 'enum',
};

const FORMATS: Record<string, string> = {
  date: 'must be a day that exists, YYYY-MM-DD',
  'date-time': 'must be an instant that exists, as RFC 3339 writes it',
};

/** The first of Ajv's errors over `{ path, query, header }` or `{ requestBody }`, as a partner reads them. */
export function toFieldErrors(errors: readonly ErrorObject[]): FieldError[] {
  return errors
    .filter((error) => !STRUCTURAL.has(error.keyword))
    .slice(0, MOST_DETAILS)
    .map(toFieldError);
}

function toFieldError(error: ErrorObject): FieldError {
  const [, part = '', ...rest] = error.instancePath.split('/');
  const segments = [...rest, ...propertyOf(error)];
  const inBody = part === 'requestBody' || part === '';
  return {
    in: inBody ? 'body' : (part as FieldError['in']),
    path: inBody ? bodyPath(part, segments) : segments.join('/').replaceAll('~1', '/').replaceAll('~0', '~'),
    rule: RULES[error.keyword] ?? error.keyword,
    message: messageOf(error),
  };
}

/** A missing body shows as a missing `requestBody` at the top. */
const bodyPath = (part: string, segments: readonly string[]): string =>
  part === '' ? '' : segments.map((segment) => `/${segment}`).join('');

function propertyOf({ params }: ErrorObject): string[] {
  const property = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty;
  return property === undefined ? [] : [String(property).replaceAll('~', '~0').replaceAll('/', '~1')];
}

function messageOf(error: ErrorObject): string {
  const { keyword, params, data, parentSchema } = error;
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'is not known here';
    case 'enum':
      return `must be one of ${params.allowedValues.join(', ')}`;
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`;
    case 'pattern':
      return refusedCharacter(data) ?? `does not have the right form${formOf(parentSchema)}`;
    case 'format':
      return FORMATS[String(params.format)] ?? error.message ?? 'is not valid';
    case 'type':
      if (typeof data === 'number' && /string/.test(String(params.type))) {
        return `must be ${params.type}: send decimals as strings, such as "12.50", so that nothing is rounded`;
      }
      return `must be ${String(params.type).replace(',', ' or ')}`;
    default:
      return error.message ?? 'is not valid';
  }
}

/** What the contract says first about the form. */
function formOf(schema: ErrorObject['parentSchema']): string {
  const [sentence] = String(schema?.description ?? '').split(/(?<=\.)\s/);
  return sentence ? `: ${sentence}` : '';
}
