import { Problem } from '@assay/contract/problem';
import type { Deps } from '../../deps.ts';
import type { ServerAddress } from '../../domain/servers/server-address.ts';
import { findServer } from '../servers/find-server.ts';
import { deleteGrant } from '../../store/oauth-grants/oauth-grants.ts';

/**
 * Deletes a grant that was stored while its server was deleted: the event of the deletion may have arrived before the
 * grant was stored.
 * @throws Problem NOT_FOUND
 */
export async function forgetUnlessSaved(deps: Pick<Deps, 'catalog' | 'pool'>, address: ServerAddress): Promise<void> {
  try {
    await findServer(deps, address);
  } catch (error) {
    if (error instanceof Problem && error.code === 'NOT_FOUND') await deleteGrant(deps.pool, address);
    throw error;
  }
}
