import { isAbsolute } from 'node:path';
import type Router from '@koa/router';
import type Koa from 'koa';
import { writeArchive } from '../../database/backup/archive.ts';
import { dump } from '../../database/backup/dump.ts';
import { parseJson, readBody } from '../../pipeline/body.ts';
import { StartError } from '../../process/start-error.ts';
import { VERSION } from '../../version.ts';
import { exportMerchant } from '../merchants/export-merchant.ts';
import type { ArchiveDependencies } from './dependencies.ts';
import { type AdminError, BACKUP_PATH, exportPath, statusOf, toAdminError } from './protocol.ts';

/**
 * `POST /admin/backup` and `POST /admin/export/{companyId}` with `{ file }`. The server writes the
 * file itself, so that a slow reader never holds up the database. Offered only on the socket, whose
 * callers run the server.
 */
export function offerArchives(router: Router, { control, databases, regions, log }: ArchiveDependencies): void {
  router.post(BACKUP_PATH, (ctx) => write(ctx, () => dump(databases, VERSION)));
  router.post(exportPath(':companyId'), (ctx) =>
    write(ctx, () => exportMerchant({ control, regions }, Number(ctx.params.companyId))),
  );

  async function write(ctx: Koa.Context, lines: () => AsyncIterable<string>): Promise<void> {
    const stop = new AbortController();
    ctx.res.once('close', () => stop.abort());
    try {
      const file = await readFile(ctx);
      await writeArchive(lines(), file, stop.signal);
      ctx.body = { result: { file } };
    } catch (error) {
      const shaped: AdminError = toAdminError(error);
      if (shaped.code === 'internal') log.error({ err: error, path: ctx.path }, 'an archive was not written');
      ctx.status = statusOf(shaped);
      ctx.body = { error: shaped };
    }
  }
}

async function readFile({ req }: Koa.Context): Promise<string> {
  const input = parseJson((await readBody(req, ['application/json'])).text) as { file?: unknown } | undefined;
  if (typeof input?.file === 'string' && isAbsolute(input.file)) return input.file;
  throw new StartError('The file must be named by its whole path.');
}
