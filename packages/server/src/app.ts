import Router from '@koa/router';
import Koa from 'koa';
import type { DemoAccess } from './back-office/demo/demo-access.ts';
import type { Contract, Operation } from './contract/contract.ts';
import { Directory } from './control/directory.ts';
import type { ForgedCodes } from './control/rehearsals.ts';
import type { SigningKeys } from './control/signing-keys.ts';
import { reportUnknownSources } from './control/source-address.ts';
import { answerGateways, runForwarded, takeAdmitted } from './gateway/accept.ts';
import { type Forwarding, forward } from './gateway/forward.ts';
import type { Lists } from './lists/lists.ts';
import { Exchanges } from './oauth/grants.ts';
import { type RefreshTokens, tokenUses } from './oauth/refresh-tokens.ts';
import {
  authorizationServerMetadata,
  mintStages,
  refuseMintMethod,
  refuseOAuthMethod,
  revokeStages,
  tokenStages,
} from './oauth/token-endpoint.ts';
import { documentation } from './pages/documentation/documentation.ts';
import type { DocumentationBrand } from './pages/documentation/site.ts';
import { admit, BearerVerifier, type Readmission, readmit, requireScope } from './pipeline/admit.ts';
import type { RequestState, Stage } from './pipeline/context.ts';
import { correlate, dropBody } from './pipeline/first-stages.ts';
import { logRequest, recordRequest } from './pipeline/log-request.ts';
import { limitApp, limitBatch, limitPublic, limitStream } from './pipeline/rate-limit.ts';
import { followAlias, rehearse } from './pipeline/rehearse.ts';
import { PublicFile, sendDocument, sendPublicFile } from './pipeline/respond.ts';
import {
  allowAnyOrigin,
  allowOwnOrigins,
  announceDeprecation,
  answerOptions,
  type Offer,
  type Readers,
  refuseRoute,
  withLiteralPathsFirst,
} from './pipeline/routes.ts';
import { run } from './pipeline/run.ts';
import { shapeErrors } from './pipeline/shape-errors.ts';
import type { Handler, Handlers, MerchantOperationId } from './records/handlers.ts';
import type { Runtime, Serving } from './runtime.ts';

/** Dependencies that admit requests, opened with the control plane's secrets. */
export interface Admission extends Runtime, Serving {
  readonly contract: Contract;
  readonly keys: SigningKeys;
  readonly refreshTokens: RefreshTokens;
  readonly forgedCodes: ForgedCodes;
  readonly brand: DocumentationBrand;
  /** Credentials with which the demo's reference page signs in. */
  readonly demo?: (() => Promise<DemoAccess | undefined>) | undefined;
}

export interface AppDependencies extends Admission {
  readonly handlers: Handlers;
  readonly lists: Lists;
}

type Work = Serving & Pick<AppDependencies, 'apiUrl' | 'clock' | 'contract' | 'handlers' | 'lists' | 'regions'>;

const METADATA_OF_ORIGIN = '/.well-known/oauth-authorization-server/v1';

/** The partner API: the whole pipeline, in order. */
export const createApp = (deps: AppDependencies): Koa<RequestState> =>
  createApi(deps, (operation, readmission) => runHandler(operation, { ...deps, readmission }));

/** API of a gateway, which admits requests and forwards them to the merchant's region. */
export function createGatewayApp(deps: Admission, links: Forwarding['links']): Koa<RequestState> {
  const traceHeaders = () => deps.tracing?.headers() ?? {};
  return createApi(deps, (operation, readmission) => forward(operation, { ...deps, links, traceHeaders, readmission }));
}

/** API of a region, which runs requests that a gateway has admitted. */
export function createRegionApp(deps: Work, fromGateways: Parameters<typeof answerGateways>[0]): Koa<RequestState> {
  const { clock, contract, handlers, log } = deps;
  const traced = (stage: Stage): Stage => deps.tracing?.stages([stage])[0] ?? stage;
  const stages = contract.operations
    .filter(({ id }) => id in handlers)
    .map((operation) => [operation.id, traced(runHandler(operation, deps))] as const);
  const app = new Koa<RequestState>();
  app.on('error', (err) => log.warn({ err }, 'not answered'));
  app.use(takeAdmitted);
  app.use(answerGateways(fromGateways));
  if (deps.tracing) app.use(deps.tracing.request('region'));
  app.use(logRequest('region', log, deps.metrics));
  app.use(recordRequest(deps.recorder, contract.operations, clock));
  app.use(shapeErrors(clock, log));
  app.use(runForwarded(new Map(stages)));
  return app;
}

/** Runs an operation in the merchant's region, without the control plane. */
function runHandler<Id extends MerchantOperationId>(
  operation: Operation,
  deps: Work & { readonly readmission?: Readmission },
): Stage {
  const handled = operation as Operation & { readonly id: Id };
  const handler: Handler<Id> = deps.handlers[handled.id];
  return run(handled, handler, deps);
}

/** `work` returns the last stage of an operation on a merchant's data. */
function createApi(deps: Admission, work: (operation: Operation, readmission: Readmission) => Stage) {
  const { clock, config, contract, control, counters, keys, load, log } = deps;
  const directory = new Directory(control.pool, clock);
  const rate = { counters, clock, directory, defaultLimit: config.rateLimit };
  const uses = tokenUses(control.pool, deps.refreshTokens, log);
  const bearer = new BearerVerifier(keys, deps.apiUrl, clock, uses.note);
  const admission = { bearer, control: control.pool, directory, rate };
  const readmission = readmit(admission);
  const oauth = {
    control,
    directory,
    exchanges: new Exchanges(),
    forgedCodes: deps.forgedCodes,
    issuer: { keys, apiUrl: deps.apiUrl, clock },
    load,
    log,
    metrics: deps.metrics,
    mintLimit: config.mintLimit,
    rate,
    refreshTokens: deps.refreshTokens,
    uses,
  };
  const contractFile = new PublicFile('application/json; charset=utf-8', contract.text);
  const docs = documentation({ contract, webUrl: deps.webUrl, brand: deps.brand, demo: deps.demo });
  const metadata = JSON.stringify(authorizationServerMetadata(deps.apiUrl, deps.webUrl));

  deps.metrics.read({
    *tillgate_cache_lookups_total() {
      for (const [cache, lookups] of Object.entries({ ...directory.lookups, tokens: bearer.lookups })) {
        yield [lookups.hits, { cache, outcome: 'hit' }];
        yield [lookups.misses, { cache, outcome: 'miss' }];
        yield [lookups.stale, { cache, outcome: 'stale' }];
      }
    },
  });
  const traced = (stages: Stage[]): Stage[] => deps.tracing?.stages(stages) ?? stages;

  const router = new Router<RequestState>({ strict: true, sensitive: true });
  const offers = new Map<string, Offer>();
  for (const operation of contract.operations) {
    const path = `/v1${operation.path}`;
    const method = operation.method.toUpperCase();
    offers.set(path, { readers: readersOf(operation), methods: [...(offers.get(path)?.methods ?? []), method] });
    const nameOperation: Stage = (ctx, next) => {
      ctx.state.operationId = operation.id;
      return next();
    };
    router.register(
      path,
      [operation.method],
      [nameOperation, ...announceDeprecation(operation), ...traced(stagesOf(operation))],
    );
  }
  const mint = contract.operations.find(({ id }) => id === 'mintSandboxToken');
  if (!mint) throw new Error('The contract has no operation mintSandboxToken.');
  router.all('/v1/token', ...refuseMintMethod({ ...oauth, operation: mint }));
  router.all(['/v1/oauth/token', '/v1/oauth/revoke'], ...refuseOAuthMethod(oauth));
  // RFC 8414 §3.1: the issuer's path comes after the well-known part.
  offers.set(METADATA_OF_ORIGIN, { readers: 'any', methods: ['GET'] });
  router.get(METADATA_OF_ORIGIN, ...publicStages(sendDocument(() => metadata)));
  // One route for all of its paths, since every additional route slows down matching.
  const documentationPath = new RegExp(`^(?:${docs.paths.join('|').replaceAll('.', '\\.')})$`);
  offers.set(String(documentationPath), { readers: 'none', methods: ['GET'] });
  router.get(documentationPath, limitPublic(rate), docs.send);

  function publicStages(send: Stage): Stage[] {
    return [allowAnyOrigin, limitPublic(rate), send];
  }

  function stagesOf(operation: Operation): Stage[] {
    switch (operation.id) {
      case 'mintSandboxToken':
        return mintStages({ ...oauth, operation });
      case 'createToken':
        return tokenStages(oauth);
      case 'revokeToken':
        return revokeStages(oauth);
      case 'getAuthorizationServer':
        return publicStages(sendDocument(() => metadata));
      case 'getJwks':
        return publicStages(sendDocument(() => keys.published()));
      case 'getContract':
        return publicStages(sendPublicFile(contractFile));
      default:
        return [
          allowOwnOrigins(directory),
          admit(admission),
          limitApp(rate),
          requireScope(operation.scope ?? ''),
          rehearse(clock),
          ...(operation.hasStream ? [limitStream(rate)] : []),
          ...limitBatch(operation, rate),
          work(operation, readmission),
        ];
    }
  }

  const app = new Koa<RequestState>();
  // Errors outside the pipeline, such as a client that disconnects before the response ends.
  app.on('error', (err) => log.warn({ err }, 'not answered'));
  app.use(dropBody);
  app.use(correlate(config.trustedProxies, reportUnknownSources('api', control, log)));
  app.use(followAlias);
  if (deps.tracing) app.use(deps.tracing.request('api'));
  app.use(logRequest('api', log, deps.metrics));
  app.use(recordRequest(deps.recorder, contract.operations, clock));
  app.use(shapeErrors(clock, log));
  app.use(answerOptions(router, offers, rate));
  app.use(withLiteralPathsFirst(router, offers.keys()));
  app.use(refuseRoute(router, admission, { apiUrl: deps.apiUrl, operations: contract.operations }));
  return app;
}

/** Documents are public. The token endpoints do not allow CORS, because their clients hold secrets. */
function readersOf({ method, scope }: Operation): Readers {
  if (scope !== undefined) return 'apps';
  return method === 'get' ? 'any' : 'none';
}
