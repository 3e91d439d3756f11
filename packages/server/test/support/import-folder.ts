/**
 * An import in a separate process that tests can kill: `node import-folder.ts <folder> <company>
 * <file>` reports each batch.
 */
import { createReadStream } from 'node:fs';
import { readLines } from '../../src/back-office/import/lines.ts';
import { importLines } from '../../src/back-office/import/run-import.ts';
import { findMerchant } from '../../src/control/merchants.ts';
import { openFolder } from '../../src/database/embedded.ts';
import { backOffice } from './import-lines.ts';

const [folder = '', company = '', file = ''] = process.argv.slice(2);
const databases = await openFolder(folder);
const merchant = await findMerchant(databases.control, Number(company));
if (!merchant) throw new Error(`No such company: ${company}.`);
await importLines(backOffice({ databases, clock: Date.now }, merchant), readLines(createReadStream(file)), {
  onProgress: ({ lines }) => void process.stdout.write(`${lines}\n`),
});
