import type { ServerDeleted } from '@assay/mesh/events';
import type { Tx } from '@assay/kit/postgres/db';
import { deleteSavedServer } from '../store/servers/saved-servers.ts';

export const deleteServerCopy = (tx: Tx, { projectId, serverId }: ServerDeleted) =>
  deleteSavedServer(tx, projectId, serverId);
