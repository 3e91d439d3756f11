#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { COULD_NOT_RUN, runConformance } from './run.ts';

interface Flags {
  baseUrl: string;
  config: string;
}

const { baseUrl, config } = new Command('tillgate-conformance')
  .description('Holds a deployment of the Tillgate partner API against its contract. It only reads.')
  .requiredOption('--base-url <url>', 'the API with its version, such as http://localhost:3000/v1')
  .requiredOption('--config <file>', 'JSON with client_id, client_secret and merchant_id of a sandbox app')
  .addHelpText('after', '\nExit codes: 0 passed, 1 failed, 2 could not run.')
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : COULD_NOT_RUN))
  .parse()
  .opts<Flags>();

const print = (line: string) => process.stdout.write(`${line}\n`);

try {
  const { client_id, client_secret, merchant_id } = JSON.parse(readFileSync(config, 'utf8'));
  const target = {
    baseUrl: baseUrl.replace(/\/$/, ''),
    clientId: client_id,
    clientSecret: client_secret,
    merchantId: merchant_id,
  };
  process.exitCode = await runConformance(target, print);
} catch (error) {
  print(`could not run: ${error instanceof Error ? error.message : error}`);
  process.exitCode = COULD_NOT_RUN;
}
