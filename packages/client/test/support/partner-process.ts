// A partner's process. Makes one call for its merchant when told to, with its tokens in a file.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createTillgate, oauth, type TokenStore } from '../../src/index.ts';

const { baseUrl, authUrl, clientId, clientSecret, merchantId, file, diesOnSet } = JSON.parse(process.argv[2] as string);

const tokens: TokenStore = {
  get: () => JSON.parse(readFileSync(file, 'utf8')),
  set(_, connection) {
    if (diesOnSet) process.kill(process.pid, 'SIGKILL');
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(connection));
    renameSync(`${file}.${process.pid}`, file);
  },
  delete: () => rmSync(file),
};
const app = createTillgate({
  baseUrl,
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
