// What the two floors share: the columns of an item, and a server that only reads bodies and writes JSON.
import { createServer, type IncomingMessage } from 'node:http';

const PROPERTIES = `id type status name itemCode barcodes description groupId brandId taxId unit price cost currency weighingScale
  trackStock lowStockLevel imageUrl modifierIds variants components stores externalId version entryDate updatedAt`;

/** Columns of an item `i` as the properties of a response. */
export const COLUMNS = PROPERTIES.split(/\s+/)
  .map((name) => `i.${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} as "${name}"`)
  .join();

export async function readJson(request: IncomingMessage) {
  let text = '';
  for await (const chunk of request) text += chunk;
  return JSON.parse(text);
}

/** The id in the path of an item. */
export const itemIn = ({ url = '' }: IncomingMessage): number | undefined => {
  const id = /^\/v1\/items\/(\d+)/.exec(url)?.[1];
  return id === undefined ? undefined : Number(id);
};

/** Serves until the bench disconnects, and answers its questions. */
export function serve(respond: (request: IncomingMessage) => Promise<unknown>): void {
  const server = createServer(async (request, response) => {
    const body = await respond(request);
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
  process.on('message', () => process.send?.({ cpu: process.cpuUsage() }));
  process.on('disconnect', () => process.exit());
}
