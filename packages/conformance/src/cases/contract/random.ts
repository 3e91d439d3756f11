import { RULES_BETWEEN_VALUES, valuesOf } from '@tillgate/openapi/requests';
import fc from 'fast-check';
import { type Operation, RESOURCE_OPERATIONS } from '../../contract/bundle.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { requestOf } from '../../engine/references.ts';
import { toCurl } from '../../http/curl.ts';
import type { Answer } from '../../http/send.ts';

/** Random requests that the contract allows. */

const generated = subject('generated', 'random');

interface Drawn {
  readonly path: string;
  readonly body: unknown;
}

const randomCase = (op: Operation): Case =>
  generated(
    op.id,
    [`op.${op.id}.call`, 'http.accepts_what_it_documents'],
    `${op.method} ${op.path}: requests that the contract allows are never rejected for their shape`,
    async (t) => {
      const requests = await requestsOf(t, op);
      const caller = t.as();
      let last: Answer | undefined;
      const property = fc.asyncProperty(requests, async ({ path, body }) => {
        const noted = t.findings.length;
        const answer = await caller.send(op.method, path, { body });
        // Reports only the smallest failing request, not the earlier ones.
        const wrong = t.findings.splice(noted).map(({ message }) => message);
        const rejection = shapeRejection(answer);
        if (rejection) wrong.push(`refused by ${rejection}`);
        if (wrong.length > 0) {
          last = answer;
          throw new Error(wrong.join('; '));
        }
      });
      const details = await fc.check(property, { numRuns: t.runs, seed: t.seed, endOnFailure: false });
      const message = `${details.errorInstance instanceof Error ? details.errorInstance.message : ''} (seed ${t.seed}, ${details.numShrinks} times shrunk)`;
      t.check(!details.failed, `${message}${last ? `\n${toCurl(last.sent)}` : ''}`, last);
    },
  );

function shapeRejection({ status, body }: Answer): string | undefined {
  if (status !== 400) return undefined;
  const rules = ((body as { details?: { rule: string }[] }).details ?? []).map(({ rule }) => rule);
  const shape = rules.filter((rule) => !RULES_BETWEEN_VALUES.has(rule));
  return rules.length === 0 || shape.length > 0 ? JSON.stringify(body).slice(0, 400) : undefined;
}

async function requestsOf(t: CaseContext, op: Operation): Promise<fc.Arbitrary<Drawn>> {
  const caller = t.as();
  const { references, id = 0 } = await requestOf(t, caller, op);
  const query = op.parameters.filter(
    ({ in: part, name }) => part === 'query' && name !== 'cursor' && name !== 'companyId',
  );
  const model = Object.fromEntries(query.map(({ name, schema }) => [name, valuesOf(schema, name, references)]));
  const requiredKeys = query.filter(({ required }) => required).map(({ name }) => name);
  return fc.record({
    path: fc.record(model, { requiredKeys }).map((values) => op.path.replace('{id}', String(id)) + queryOf(values)),
    body: op.body ? valuesOf(op.body, '', references) : fc.constant(undefined),
  });
}

function queryOf(values: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(values).flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)]));
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs as [string, string][])}`;
}

export const RANDOM_CASES: readonly Case[] = RESOURCE_OPERATIONS.map(randomCase);
