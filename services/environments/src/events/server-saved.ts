import type { ServerSaved } from '@assay/mesh/events';
import type { Tx } from '@assay/kit/postgres/db';
import { isPurged } from '@assay/kit/postgres/purge';
import { upsertSavedServer } from '../store/servers/saved-servers.ts';

/** Copies the name and the switch of a server; the server of a deleted project has its events after that deletion. */
export async function copyServer(tx: Tx, { serverId, projectId, name, enabled }: ServerSaved): Promise<void> {
  if (await isPurged(tx, projectId)) return;
  await upsertSavedServer(tx, { id: serverId, projectId, name, isEnabled: enabled });
}
