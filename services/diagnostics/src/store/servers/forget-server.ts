import { fragment, sql, type Tx } from '@assay/kit/postgres/db';
import { closeSurfaces } from '../surfaces/surfaces.ts';

/** Every table that stores data of a server, by its column `server_id`. */
const TABLES = [
  'inspections',
  'directory_runs',
  'oauth_grants',
  'token_requests',
  'lint_suppressions',
  'readiness_facts',
  'connections',
  'tunnels',
  'tool_calls',
  'surface_periods',
  'surface_bodies',
].map(fragment);

/** Deletes everything that is stored for a server. */
export async function forgetServer(tx: Tx, serverId: string): Promise<void> {
  await closeSurfaces(tx, serverId);
  // Tenant: an event of catalog names the deleted server.
  await tx.query(
    sql`with gone as (delete from directory_runs where server_id = ${serverId} returning id) delete from work using gone where work.id = gone.id`,
  );
  for (const table of TABLES) await tx.query(sql`delete from ${table} where server_id = ${serverId}`);
}
