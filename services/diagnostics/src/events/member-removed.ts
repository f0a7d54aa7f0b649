import type { MemberRemoved } from '@assay/mesh/events';
import type { Tx } from '@assay/kit/postgres/db';
import { closeTunnelsOf } from '../store/tunnels/tunnels.ts';

/** A removed member's tunnels into the organization's projects are closed. */
export const closeTunnelsOfMember = (tx: Tx, { userId, projectIds }: MemberRemoved) =>
  closeTunnelsOf(tx, userId, projectIds);
