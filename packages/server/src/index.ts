// What other packages of the repository start a server with, and set scenes in it with.
export { type AppDependencies, createApp } from './app.ts';
export { type Clock, TestClock } from './clock.ts';
export { type Config, readConfig } from './config.ts';
export { type Demo, seedDemo } from './demo/seed.ts';
export { createApiKey, revokeApiKey } from './directory/api-keys.ts';
export {
  addRedirectUri,
  approveApp,
  archiveApp,
  createOrganization,
  setRateLimit,
  submitApp,
} from './directory/apps.ts';
export { type ControlTransaction, changeControl } from './directory/control.ts';
export { issueCredential, revokeCredential, rotateSecret } from './directory/credentials.ts';
export { approveAccess } from './directory/decide-access.ts';
export { createMerchant, type Merchant } from './directory/merchants.ts';
export { type RegisteredApp, registerApp } from './directory/register-app.ts';
export { type AccessDependencies, requestAccess } from './directory/request-access.ts';
export { addMember, createUser } from './directory/users.ts';
export { PARTNER_CODES } from './errors.ts';
export { loadContract } from './http/contract.ts';
export { readLines } from './import/read-lines.ts';
export { importLines } from './import/run-import.ts';
export { MemoryCounters } from './limits/counters.ts';
export { RefreshTokens } from './oauth/refresh-token.ts';
export { SigningKeys } from './oauth/signing-keys.ts';
export { Metrics } from './ops/metrics.ts';
export { tenantHandlers } from './resources/index.ts';
export { openDatabases, type RunningServer, startServer } from './server.ts';
export { CursorCodec } from './storage/cursor.ts';
export { type Databases, openMemory, openPostgres } from './storage/database.ts';
export { Lists } from './storage/listing.ts';
export { migrate } from './storage/migrate.ts';
export { Regions } from './storage/regions.ts';
export { serverKey } from './storage/server-keys.ts';
export type { TenantStore } from './storage/tenant.ts';
export type { WebDependencies } from './web/dependencies.ts';
export { createWebApp } from './web/web-app.ts';
