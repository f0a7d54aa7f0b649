import type { SurfaceChanged } from '@assay/mesh/events';
import { newId } from '@assay/kit/id';
import type { Tx } from '@assay/kit/postgres/db';
import { noteProjectChanges } from '../store/overview/project-changes.ts';
import { claimState, insertChange, saveSurfaceCounts } from '../store/servers/server-states.ts';

/** Keeps the changes of a server's surface with its state, and tells the followers of its project. */
export async function noteSurfaceChange(
  tx: Tx,
  { projectId, serverId, breaking, additive, cosmetic, seenAtMs }: SurfaceChanged,
): Promise<void> {
  await noteProjectChanges(tx, [{ projectId, part: 'servers' }]);
  const counts = { breaking, additive, cosmetic };
  const from = await claimState(tx, projectId, serverId);
  const to = await saveSurfaceCounts(tx, { projectId, serverId }, counts, new Date(seenAtMs));
  if (!to) return;
  await insertChange(tx, { id: newId('srvchg'), projectId, serverId, kind: 'surface', from, to, counts });
  await noteProjectChanges(tx, [{ projectId, part: 'servers' }]);
}
