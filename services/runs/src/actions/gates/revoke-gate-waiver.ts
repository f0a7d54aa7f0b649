import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { waiverRecord, type StoredWaiver } from '../../domain/gates/gate-waiver.ts';
import { revokeWaiver } from '../../store/gates/gate-waivers.ts';

/** Revokes a waiver, unless it was revoked before, and returns it. Undefined when the run has no such waiver. */
export function revokeGateWaiver(
  pool: Pool,
  runId: string,
  waiverId: string,
  userId: string,
): Promise<{ status: 'revoked' | 'already_revoked'; waiver: StoredWaiver } | undefined> {
  return transaction(pool, async (tx) => {
    const revoked = await revokeWaiver(tx, runId, waiverId, userId);
    if (!revoked) return undefined;
    const { before, waiver } = revoked;
    await audit(
      tx,
      before && { target: { runId, waiverId }, before: waiverRecord(before), after: waiverRecord(waiver) },
    );
    return { status: before ? 'revoked' : 'already_revoked', waiver };
  });
}
