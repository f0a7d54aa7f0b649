import type { Closers } from '@assay/local/closers';
import { startHelper } from './helper.ts';
import type { FloorRoutes, FloorRows } from './helpers/read-floor.ts';
import { databaseUrlOf } from './installation.ts';
import type { Stage } from './stage.ts';

/**
 * Starts the floor of `GET /<route>/<id>`, with the same parts as the product: Express, one gRPC hop, one row. Both ends of
 * the hop are in one process, or in two as the services of the stage are. The least platform also knows who calls, says so
 * to its service, which checks it, and logs. Returns the origin.
 */
export async function startReadFloor(
  { dataDir, isApart }: Pick<Stage, 'dataDir' | 'isApart'>,
  scope: Closers,
  queries: FloorRows['queries'],
  { isLeastPlatform = false } = {},
): Promise<string> {
  const routes = startHelper(scope, 'read-floor');
  const rows = isApart ? startHelper(scope, 'read-floor') : routes;
  const databaseUrl = await databaseUrlOf(dataDir);
  const rowsPort = await rows.ask<number>({
    databaseUrl,
    queries,
    isLeastPlatform,
  } satisfies FloorRows);
  return routes.ask<string>({ rowsPort, isLeastPlatform } satisfies FloorRoutes);
}
