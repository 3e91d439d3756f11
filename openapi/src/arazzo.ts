import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type OpenApiDocument, operationsOf, successOf } from './document.ts';
import { PACKAGE } from './layout.ts';

interface Step {
  readonly stepId: string;
  readonly operationId: string;
  readonly successCriteria?: readonly { readonly condition: string }[];
}

interface Workflow {
  readonly workflowId: string;
  readonly steps: readonly Step[];
}

/** Arazzo description of flows.yaml. Steps take their description and success status from their operation. */
export function arazzo(document: OpenApiDocument) {
  const { title, version } = document.info ?? {};
  const operations = new Map(operationsOf(document).map((found) => [found.operation.operationId, found]));
  const workflows = parse(readFileSync(join(PACKAGE, 'flows.yaml'), 'utf8')) as Workflow[];
  return {
    arazzo: '1.0.1',
    info: { title: `Flows of the ${title}`, summary: 'What an integration sends, step by step.', version },
    sourceDescriptions: [{ name: 'tillgate', url: `${document.servers?.[0]?.url}/openapi.json`, type: 'openapi' }],
    workflows: workflows.map((workflow) => ({ ...workflow, steps: workflow.steps.map(described) })),
  };

  function described({ stepId, operationId, ...step }: Step): Step {
    const found = operations.get(operationId);
    if (!found)
      throw new Error(`flows.yaml: step ${stepId} names ${operationId}, which is no operation of the contract`);
    return {
      stepId,
      ...{ description: found.operation.summary },
      operationId,
      ...step,
      successCriteria: [{ condition: `$statusCode == ${successOf(found.operation)}` }, ...(step.successCriteria ?? [])],
    };
  }
}
