import { type DocumentedOperation, examplesOf, type OpenApiDocument, operationsOf, parametersOf } from '../document.ts';
import { recordOf, variableOfParameter, variablesIn } from './examples.ts';
import { KEPT } from './variables.ts';

/**
 * A module for browsers: `LISTS` has a function by path, which reads the variables from a list's records, and `EXAMPLES`
 * says by operation which parameters and which values of its bodies they replace.
 */
export function liveExamples(document: OpenApiDocument): string {
  const operations = operationsOf(document);
  const lists = operations.flatMap(({ path, operation: { operationId = '' } }) => {
    const variables = Object.entries(KEPT[operationId] ?? {});
    const properties = variables.map(([name, expression]) => `    ${name}: ${expression},\n`).join('');
    return properties ? [`  '${path}': (data, { allows, header }) => ({\n${properties}  }),\n`] : [];
  });
  const examples = operations.flatMap((found) => {
    const variables = { parameters: parameterVariables(document, found), bodies: bodyVariables(document, found) };
    const isEmpty = Object.keys({ ...variables.parameters, ...variables.bodies }).length === 0;
    return isEmpty ? [] : [`  ${found.operation.operationId}: ${JSON.stringify(variables)},\n`];
  });
  return `export const LISTS = {\n${lists.join('')}};\n\nexport const EXAMPLES = {\n${examples.join('')}};\n`;
}

function parameterVariables(document: OpenApiDocument, found: DocumentedOperation): Record<string, string> {
  return Object.fromEntries(
    parametersOf(document, found).flatMap(({ value }) => {
      const variable = variableOfParameter(value, found.path);
      return variable ? [[value.name, variable]] : [];
    }),
  );
}

function bodyVariables(document: OpenApiDocument, { operation, path }: DocumentedOperation) {
  return Object.fromEntries(
    Object.values(operation.requestBody?.content ?? {}).flatMap((media) =>
      examplesOf(document, media).flatMap(({ name, value }) => {
        const placed = variablesIn(value, recordOf(path));
        return placed.length > 0 ? [[name, placed]] : [];
      }),
    ),
  );
}
