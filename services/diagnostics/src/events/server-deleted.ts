import { ServerDeleted } from '@assay/contract/gen/assay/v1/events';
import type { BusMessage } from '@assay/kit/bus';
import type { Pool } from '@assay/kit/db';
import { once } from '@assay/kit/inbox';
import { forgetServer } from '../store/forget.ts';

export const onServerDeleted =
  (pool: Pool) =>
  async ({ id, value }: BusMessage): Promise<void> => {
    const { serverId } = ServerDeleted.decode(value);
    await once(pool, id, (tx) => forgetServer(tx, serverId));
  };
