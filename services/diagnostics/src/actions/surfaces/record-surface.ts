import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { storeSurface } from './store-surface.ts';
import type { Deps } from '../../deps.ts';
import type { ServerAddress } from '../../domain/servers/server-address.ts';

/** Keeps what a server was seen to offer by a reading that began at `startedAt`, of the process's own clock. Never fails or delays whoever looked. */
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
