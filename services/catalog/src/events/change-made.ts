import type { ChangeMade } from '@assay/mesh/events';
import { operationOfRpc } from '@assay/mesh/rpc/operation-of-rpc';
import type { Tx } from '@assay/kit/postgres/db';
import { partChangedBy } from '../domain/overview/project-events.ts';
import { noteProjectChanges, type ProjectChange } from '../store/overview/project-changes.ts';
import { insertEntries, type NewEntry } from '../store/audit-log/audit.ts';

/** Writes the changes that services emit into the audit log, and tells the followers of their projects. */
export async function recordChanges(tx: Tx, changes: ChangeMade[]): Promise<void> {
  const entries = changes.map(entryOf);
  await insertEntries(tx, entries);
  await noteProjectChanges(tx, entries.flatMap(changedPart));
}

/** The part of a project that a change is about, for the followers of the project. */
function changedPart({ projectId, operation, outcome }: NewEntry): ProjectChange[] {
  const part = partChangedBy(operation);
  return projectId === null || part === undefined || outcome === 'refused' ? [] : [{ projectId, part }];
}

const entryOf = (change: ChangeMade): NewEntry => ({
  id: change.id,
  at: new Date(change.atMs),
  organizationId: change.organizationId,
  operation: operationOf(change.rpc),
  outcome: change.outcome,
  requestId: change.requestId,
  userId: change.userId || null,
  keyId: change.keyId || null,
  sessionId: change.sessionId || null,
  projectId: change.projectId || null,
  target: change.target,
  before: json(change.before),
  after: json(change.after),
});

/** The operationId, or the RPC's own name in its style where the RPC answers no operation. */
function operationOf(rpc: string): string {
  const name = rpc.slice(rpc.lastIndexOf('/') + 1);
  return operationOfRpc(rpc)?.id ?? `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`;
}

const json = (bytes: Uint8Array): string | null => (bytes.length === 0 ? null : Buffer.from(bytes).toString());
