import type { ServerDiagnosis } from '@assay/contract/areas/servers/diagnoses';
import { newId } from '@assay/kit/id';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { stateOf } from '../../domain/servers/server-state.ts';
import { noteProjectChanges } from '../../store/overview/project-changes.ts';
import { insertDiagnosis } from '../../store/servers/server-diagnoses.ts';
import { claimState, insertChange, saveDiagnosedState } from '../../store/servers/server-states.ts';
import { shareServer } from '../../store/servers/servers.ts';

/** A diagnosis as diagnostics tells it. */
export type NotedDiagnosis = Omit<ServerDiagnosis, 'id' | 'serverId' | 'diagnosedAt' | 'diagnosedBy'>;

/** Stores a diagnosis of a server, its new state, and the change if there is one. Nothing when the server is gone. */
export async function noteDiagnosis(
  pool: Pool,
  { projectId, serverId, userId }: { projectId: string; serverId: string; userId: string | undefined },
  { cause, checks, ...body }: NotedDiagnosis,
): Promise<void> {
  await transaction(pool, async (tx) => {
    if (!(await shareServer(tx, projectId, serverId))) return;
    const [id, state] = [newId('diag'), stateOf(body.status, cause)];
    const before = await claimState(tx, projectId, serverId);
    await insertDiagnosis(tx, { id, projectId, serverId, userId, state, cause, body, checks });
    const { toolCount, signIn } = body;
    const to = await saveDiagnosedState(tx, { projectId, serverId }, { id, state, cause, toolCount, signIn });
    if (before?.state === to.state && before.cause === to.cause) return;
    const from = before?.state === 'unknown' ? undefined : before;
    await insertChange(tx, { id: newId('srvchg'), projectId, serverId, kind: 'diagnosis', from, to, userId });
    await noteProjectChanges(tx, [{ projectId, part: 'servers' }]);
  });
}
