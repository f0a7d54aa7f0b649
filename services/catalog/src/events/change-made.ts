import type { ChangeMade } from '@assay/mesh/events';
import { operationOfRpc } from '@assay/mesh/rpc/operation-of-rpc';
import type { Tx } from '@assay/kit/postgres/db';
import { insertEntries, type NewEntry } from '../store/audit-log/audit.ts';

/** Writes the changes that services emit into the audit log. */
export const recordChanges = (tx: Tx, changes: ChangeMade[]) => insertEntries(tx, changes.map(entryOf));

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
