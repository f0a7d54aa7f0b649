import type { Pool } from '@assay/kit/postgres/db';
import { findClient } from '../../actions/clients/find-client.ts';

/**
 * Settings with the id of the client that they name by its id or its name. An unknown client stays as it is named: the
 * write refuses it.
 * @throws CONFLICT with the candidates when several clients have the name.
 */
export async function withClientId<Settings extends { hostId?: string }>(
  pool: Pool,
  projectId: string,
  settings: Settings,
): Promise<Settings> {
  if (settings.hostId === undefined) return settings;
  const client = await findClient(pool, projectId, settings.hostId);
  return client ? { ...settings, hostId: client.id } : settings;
}
