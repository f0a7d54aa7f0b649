import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { storeSurface } from './store-surface.ts';
import type { Deps } from '../../deps.ts';
import type { ServerAddress } from '../../domain/servers/server-address.ts';

/**
 * Stores the surface of a server in the background. `startedAt` is the start of the reading, on the clock of this
 * process. Never fails or delays its caller.
 */
export function recordSurface(
  { pool, log }: Pick<Deps, 'pool' | 'log'>,
  address: ServerAddress,
  surface: Surface,
  startedAt = performance.now(),
): void {
  setImmediate(() => {
    storeSurface(pool, address, surface, startedAt).catch((error: unknown) =>
      log.warn({ err: error, serverId: address.serverId }, 'a surface was not recorded'),
    );
  });
}
