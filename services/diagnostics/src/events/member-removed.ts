import type { MemberRemoved } from '@assay/mesh/events';
import type { Tx } from '@assay/kit/postgres/db';
import { deleteToolCallsOf } from '../store/tool-calls/tool-calls.ts';
import { closeTunnelsOf } from '../store/tunnels/tunnels.ts';

/** A removed member's tunnels into the organization's projects are closed, and their tool calls deleted. */
export async function forgetMember(tx: Tx, { userId, projectIds }: MemberRemoved): Promise<void> {
  await closeTunnelsOf(tx, userId, projectIds);
  await deleteToolCallsOf(tx, userId, projectIds);
}
