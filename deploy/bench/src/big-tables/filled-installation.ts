import pg from 'pg';
import type { Pool } from '@assay/kit/postgres/db';
import type { Closers } from '@assay/local/closers';
import { startEverythingServer } from '@assay/testkit/mcp-servers/everything-server';
import { openApi, saveServer, type BenchApi } from '../api.ts';
import { apiKeyOf, databaseUrlOf, startProduct, temporaryFolder } from '../installation.ts';
import { awaitEnd, createMixedSuite, launchSuite } from '../suites.ts';
import { LANES, seedRuns, type WantedRun } from './seed.ts';

/** The iterations of the template. */
const TRIALS = 100;
const TRACED = 100_000;
/** The runs of the measured project, the same ones in each installation, between the others of all the time. */
const OWN: Pick<WantedRun, 'at' | 'factor'>[] = [
  ...Array.from({ length: 30 }, (_, i) => ({ at: (i + 0.5) / 30, factor: 1 })),
  { at: 0.3, factor: 10 },
  { at: 0.6, factor: 10 },
  { at: 0.7, factor: 100 },
  { at: 0.9, factor: 100 },
];

/** A running product with many iterations, and the runs of one project in it. */
export interface FilledInstallation {
  api: BenchApi;
  pool: Pool;
  suiteId: string;
  serverId: string;
  /** A project that has a quarter of the other runs. */
  growingProjectId: string;
  /** Runs of the measured project: one of 100 iterations with the one before, one of 1,000, and two of 10,000. */
  small: string;
  beforeSmall: string;
  middle: string;
  base: string;
  large: string;
}

/** Starts the product over a fresh data folder, runs a suite in it, and copies that run until it has this number of iterations. */
export async function openFilled(scope: Closers, iterations: number): Promise<FilledInstallation> {
  const dataDir = await temporaryFolder(scope);
  const product = await startProduct(scope, dataDir);
  const server = await startEverythingServer({ transport: 'streamableHttp' });
  scope.add(server);
  const api = await openApi(product.url, await apiKeyOf(dataDir));
  const serverId = await saveServer(api, 'everything', server.url);
  const suiteId = await createMixedSuite(api, serverId, TRIALS);
  const runId = await launchSuite(api, suiteId);
  await awaitEnd(api, runId);
  const organizationId = (await api.json<{ items: { id: string }[] }>('GET', '/organizations')).items[0]!.id;
  const growing = await api.json<{ id: string }>('POST', '/projects', { name: 'growing', organizationId });
  const pool = new pg.Pool({
    connectionString: await databaseUrlOf(dataDir),
    options: '-c search_path=runs',
    max: LANES,
  });
  scope.add({ stop: () => pool.end() });
  const own = { projectId: api.projectId, organizationId, suiteId };
  const seeded = await seedRuns(
    pool,
    {
      template: { runId, trials: TRIALS },
      iterations,
      traced: TRACED,
      wanted: OWN.map((run) => ({ ...run, ...own })),
      growing: { projectId: growing.id, organizationId },
    },
    (written) => process.stdout.write(`\r${written} of ${iterations} iterations`),
  );
  process.stdout.write('\n');
  const [beforeSmall, small, middle, , base, large] = seeded.slice(-6) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  return {
    api,
    pool,
    suiteId,
    serverId,
    growingProjectId: growing.id,
    small,
    beforeSmall,
    middle,
    base,
    large,
  };
}
