import { $, type DefinePlugin, definePluginConfig, type IR } from '@hey-api/openapi-ts';

type Plugin = DefinePlugin<{ readonly name: 'operations' }>;

/** Generates the type `Operations`: the path, query, body and responses of each operation. */
export const operations = definePluginConfig<Plugin['Types']>({
  name: 'operations',
  config: { name: 'operations' },
  dependencies: ['@hey-api/typescript'],
  handler({ plugin }) {
    const all = $.type.object();
    const add = ({ operation }: { operation: IR.OperationObject }) =>
      void all.prop(operation.id, (property) => property.type(typeOf(plugin, operation)));
    plugin.forEach('operation', add, { order: 'declarations' });
    plugin.node($.type.alias(plugin.symbol('Operations')).export().type(all));
  },
});

/** Refers to the types that the types plugin generated for the operation. */
function typeOf(plugin: Plugin['Instance'], { id, parameters = {}, body }: IR.OperationObject) {
  const symbolOf = (role: 'data' | 'responses') =>
    plugin.referenceSymbol({ category: 'type', resource: 'operation', resourceId: id, role });
  const type = $.type.object();
  const parts = { path: parameters.path, query: parameters.query, body };
  for (const [name, part] of Object.entries(parts)) {
    if (part) type.prop(name, (property) => property.type($.type(symbolOf('data')).idx($.type.literal(name))));
  }
  return type.prop('responses', (property) => property.type($.type(symbolOf('responses'))));
}
