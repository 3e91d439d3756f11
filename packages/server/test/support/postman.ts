import { runInNewContext } from 'node:vm';

interface Value {
  readonly key: string;
  readonly value: string;
  readonly disabled?: boolean;
}

interface Script {
  readonly listen: string;
  readonly script: { readonly exec: readonly string[] };
}

interface Item {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly auth?: { readonly type: string; readonly basic?: readonly Value[] };
    readonly header: readonly Value[];
    readonly url: { readonly raw: string; readonly variable: readonly Value[] };
    readonly body?: { readonly raw: string };
  };
  readonly event?: readonly Script[];
}

export interface Collection {
  readonly auth: { readonly bearer: readonly Value[] };
  readonly event: readonly Script[];
  readonly variable: readonly Value[];
  readonly item: readonly { readonly name: string; readonly item: readonly Item[] }[];
}

interface MintRequest {
  readonly url: string;
  readonly method: string;
  readonly header: Record<string, string>;
  readonly body: { readonly raw: string };
}

/** Sends the requests of a collection in order, as Postman's runner does; gives name, status and text of each response. */
export async function runCollection(collection: Collection, settings: Record<string, string>) {
  const values = new Map([
    ...collection.variable.map(({ key, value }) => [key, value] as const),
    ...Object.entries(settings),
  ]);
  const filled = (text: string): string =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name) => values.get(name) ?? whole);
  const outcomes = [];
  for (const folder of collection.item) {
    for (const item of folder.item) {
      await runScripts(collection.event, 'prerequest');
      const response = await send(item);
      const text = await response.text();
      await runScripts(item.event ?? [], 'test', {
        code: response.status,
        text: () => text,
        json: () => JSON.parse(text),
      });
      outcomes.push({ name: `${folder.name}: ${item.name}`, status: response.status, text });
    }
  }
  return outcomes;

  function send({ request: { method, auth, header, url, body } }: Item): Promise<Response> {
    const path = url.variable.reduce((raw, { key, value }) => raw.replace(`:${key}`, value), url.raw);
    const headers = new Headers(header.map(({ key, value }): [string, string] => [key, filled(value)]));
    const [user, password] = auth?.basic?.map(({ value }) => filled(value)) ?? [];
    if (!auth) headers.set('Authorization', `Bearer ${filled(collection.auth.bearer[0]?.value ?? '')}`);
    if (auth?.basic) headers.set('Authorization', `Basic ${btoa(`${user}:${password}`)}`);
    return fetch(filled(path), { method, headers, redirect: 'manual', ...(body && { body: filled(body.raw) }) });
  }

  async function runScripts(scripts: readonly Script[], listen: string, response?: object): Promise<void> {
    const sent: Promise<void>[] = [];
    const pm = {
      response,
      variables: { get: (name: string) => values.get(name) },
      collectionVariables: { set: (name: string, value: string) => values.set(name, value) },
      sendRequest({ url, method, header, body }: MintRequest, done: (error: null, response: object) => void) {
        sent.push(
          fetch(url, { method, headers: header, body: body.raw }).then(async (answer) => {
            const text = await answer.text();
            done(null, { code: answer.status, text: () => text, json: () => JSON.parse(text) });
          }),
        );
      },
    };
    for (const one of scripts.filter((script) => script.listen === listen)) {
      runInNewContext(one.script.exec.join('\n'), { pm });
    }
    await Promise.all(sent);
  }
}
