import { ChangeMade } from '@assay/contract/gen/assay/v1/events';
import { operationOfRpc } from '@assay/contract/operation-of-rpc';
import type { BusMessage } from '@assay/kit/bus/bus';
import type { Pool } from '@assay/kit/postgres/db';
import { once } from '@assay/kit/events/inbox';
import { insertEntry } from '../store/audit-log/audit.ts';

/** Whatever somebody changed, in whichever service, is kept here. */
export const onChangeMade =
  (pool: Pool) =>
  async ({ id, value }: BusMessage): Promise<void> => {
    const change = ChangeMade.decode(value);
    await once(pool, id, (tx) =>
      insertEntry(tx, {
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
      }),
    );
  };

/** The operationId, or the RPC's own name in its style where the RPC answers no operation. */
function operationOf(rpc: string): string {
  const name = rpc.slice(rpc.lastIndexOf('/') + 1);
  return operationOfRpc(rpc)?.[0] ?? `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`;
}

const json = (bytes: Uint8Array): string | null => (bytes.length === 0 ? null : Buffer.from(bytes).toString());
