// What other packages of the repository start a server with.
export { type Config, readConfig } from './config.ts';
export { type Demo, seedDemo } from './demo/seed.ts';
export { PARTNER_CODES } from './errors.ts';
export { type RunningServer, startServer } from './server.ts';
export { openMemory } from './storage/database.ts';
export { migrate } from './storage/migrate.ts';
