import type { ServerDeleted } from '@assay/contract/events';
import type { Tx } from '@assay/kit/postgres/db';
import { forgetServer } from '../store/servers/forget-server.ts';

/** Nothing that is kept of a server outlives it. */
export const deleteServerData = (tx: Tx, { serverId }: ServerDeleted) => forgetServer(tx, serverId);
