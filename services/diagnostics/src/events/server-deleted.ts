import { ServerDeleted } from '@assay/contract/gen/assay/v1/events';
import type { BusMessage } from '@assay/kit/bus/bus';
import type { Pool } from '@assay/kit/postgres/db';
import { once } from '@assay/kit/events/inbox';
import { forgetServer } from '../store/servers/forget-server.ts';

export const onServerDeleted =
  (pool: Pool) =>
  async ({ id, value }: BusMessage): Promise<void> => {
    const { serverId } = ServerDeleted.decode(value);
    await once(pool, id, (tx) => forgetServer(tx, serverId));
  };
