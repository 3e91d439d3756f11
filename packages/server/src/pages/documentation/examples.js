// Fills the examples of the contract with ids and dates of a merchant.

const allows = (name) => (record) => record.allowedActions.some(({ action, allowed }) => action === name && allowed);

/** Reads the variables of a merchant from its lists. `get` requests a path below /v1. A list that is rejected has none. */
export async function readVariables(lists, get) {
  const found = await Promise.all(
    Object.entries(lists).map(async ([path, read]) => {
      const response = await get(path);
      if (!response.ok) return {};
      const { data } = await response.json();
      return read(data, { allows, header: (name) => response.headers.get(name) ?? undefined });
    }),
  );
  return Object.assign({}, ...found);
}

/** The document with variables in the examples of its operations. An unknown variable leaves the example's own value. */
export function withVariables(document, examples, variables) {
  const filled = structuredClone(document);
  for (const item of Object.values(filled.paths)) {
    for (const operation of Object.values(item)) {
      const own = examples[operation.operationId];
      if (own) fillOperation(filled, operation, own, variables);
    }
  }
  return filled;
}

function fillOperation(document, operation, { parameters, bodies }, variables) {
  operation.parameters = operation.parameters?.map((parameter) => {
    const found = resolve(document, parameter);
    const value = variables[parameters[found.name]];
    return value === undefined ? parameter : { ...found, example: value };
  });
  for (const media of Object.values(resolve(document, operation.requestBody)?.content ?? {})) {
    for (const [name, placed] of Object.entries(bodies)) {
      const example = media.examples?.[name];
      if (example) media.examples[name] = fillExample(resolve(document, example), placed, variables);
    }
  }
}

function fillExample(example, placed, variables) {
  const filled = structuredClone(example);
  for (const [path, variable] of placed) {
    const parent = path.slice(0, -1).reduce((part, key) => part[key], filled.value);
    parent[path.at(-1)] = variables[variable] ?? parent[path.at(-1)];
  }
  return filled;
}

const resolve = (document, part) =>
  part?.$ref
    ? part.$ref
        .slice(2)
        .split('/')
        .reduce((found, key) => found[key], document)
    : part;
