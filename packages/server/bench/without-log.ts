// Tillgate whose writes leave the change log empty (bench/changes.ts).
import { TenantTransaction } from '../src/storage/tenant.ts';

TenantTransaction.prototype.changed = () => {};
await import('./tillgate.ts');
