import type { Closers } from '@assay/local/closers';
import { startHelper } from './helper.ts';
import type { LeastClient } from './helpers/least-client.ts';
import type { FloorRoutes, FloorRows } from './helpers/read-floor.ts';
import { databaseUrlOf } from './installation.ts';
import type { Stage } from './stage.ts';

/** The row of a user and of a server, as the product reads them. */
export const ROW_QUERIES = {
  me: 'select id, email, name, created_at, updated_at from catalog.users where id = $1',
  server: 'select * from catalog.servers where id = $1',
};

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

/**
 * Starts the least platform of `POST /list/<id>` and `POST /echo/<id>`, which ask an MCP server: its edge, the service that
 * asks, and the service that owns the server's row are a process each, as in the product. Returns the origin.
 */
export async function startLeastClient(
  { dataDir, everything }: Pick<Stage, 'dataDir' | 'everything'>,
  scope: Closers,
): Promise<string> {
  const [edge, client, owner] = [
    startHelper(scope, 'read-floor'),
    startHelper(scope, 'least-client'),
    startHelper(scope, 'read-floor'),
  ];
  const isLeastPlatform = true;
  const rowsPort = await owner.ask<number>({
    databaseUrl: await databaseUrlOf(dataDir),
    queries: ROW_QUERIES,
    isLeastPlatform,
  } satisfies FloorRows);
  const clientPort = await client.ask<number>({ rowsPort, serverUrl: everything.url } satisfies LeastClient);
  return edge.ask<string>({ rowsPort: clientPort, isLeastPlatform } satisfies FloorRoutes);
}
