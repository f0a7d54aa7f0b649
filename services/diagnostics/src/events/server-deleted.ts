import type { ServerDeleted } from '@assay/mesh/events';
import type { Tx } from '@assay/kit/postgres/db';
import { forgetServer } from '../store/servers/forget-server.ts';

/** Deletes everything that is stored for a deleted server. */
export const deleteServerData = (tx: Tx, { serverId }: ServerDeleted) => forgetServer(tx, serverId);
