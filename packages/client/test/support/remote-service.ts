import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

interface Started {
  readonly apiUrl: string;
  readonly webUrl: string;
  readonly full: { readonly clientId: string; readonly clientSecret: string };
  /** Ids of the sandbox merchants. */
  readonly companyIds: readonly number[];
}

/** Runs the real server in another process, so that its load leaves one core for the client. */
export async function startRemoteService() {
  const child = fork(new URL('service-process.ts', import.meta.url), { stdio: 'inherit' });
  const [started] = (await once(child, 'message')) as [Started];
  let asked = 0;
  function ask(request: object): Promise<string> {
    asked += 1;
    child.send({ id: asked, ...request });
    return replyTo(child, asked);
  }
  const consent = (url: string, companyId: number) => ask({ url, companyId });
  const advance = (milliseconds: number) => ask({ advance: milliseconds });
  return { ...started, consent, advance, stop: () => stop(child) };
}

function replyTo(child: ChildProcess, id: number): Promise<string> {
  return new Promise((resolve) => {
    child.on('message', function take(message: { id: number; callback: string }) {
      if (message.id !== id) return;
      child.off('message', take);
      resolve(message.callback);
    });
  });
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill();
  await once(child, 'exit');
}
