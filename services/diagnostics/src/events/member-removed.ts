import { MemberRemoved } from '@assay/contract/gen/assay/v1/events';
import type { BusMessage } from '@assay/kit/bus/bus';
import type { Pool } from '@assay/kit/postgres/db';
import { once } from '@assay/kit/events/inbox';
import { closeTunnelsOf } from '../store/tunnels/tunnels.ts';

/** Whoever left holds no way to machines of theirs open. */
export const onMemberRemoved =
  (pool: Pool) =>
  async ({ id, value }: BusMessage): Promise<void> => {
    const { userId, projectIds } = MemberRemoved.decode(value);
    await once(pool, id, (tx) => closeTunnelsOf(tx, userId, projectIds));
  };
