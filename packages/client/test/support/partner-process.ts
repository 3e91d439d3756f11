// A partner's process. Makes one call for its merchant when told to, with its tokens in a file, unless it dies before.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createTillgate, oauth, type TokenStore } from '../../src/index.ts';

const { baseUrl, authUrl, clientId, clientSecret, merchantId, file, diesAt } = JSON.parse(process.argv[2] as string);

function reach(step: string): void {
  if (step === diesAt) process.kill(process.pid, 'SIGKILL');
}

const tokens: TokenStore = {
  get: () => JSON.parse(readFileSync(file, 'utf8')),
  set(_, connection) {
    reach('the response to the refresh');
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(connection));
    renameSync(`${file}.${process.pid}`, file);
    reach('storing the new tokens');
  },
  delete: () => rmSync(file),
};
const app = createTillgate({
  baseUrl,
  async fetch(url, init) {
    const step = url.endsWith('/oauth/token') ? 'the refresh' : 'the first use of the new tokens';
    reach(`the decision on ${step}`);
    const response = await fetch(url, init);
    reach(step);
    return response;
  },
  credentials: oauth({ clientId, clientSecret, authUrl, redirectUri: 'http://localhost:4000/callback', tokens }),
});

process.once('message', async () => {
  const outcome = await app
    .merchant(merchantId)
    .brands.list()
    .then(
      () => 'answered',
      (error) => error.code,
    );
  process.send?.(outcome);
  process.disconnect();
});
process.send?.('ready');
