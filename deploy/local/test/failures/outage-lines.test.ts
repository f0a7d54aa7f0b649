import { join } from 'node:path';
import { prepareDatabase } from '@assay/database/prepare-database';
import { privatePostgres, type PrivatePostgres } from '@assay/testkit/database/private-postgres';
import { waitUntil } from '@assay/testkit/until';
import { openApi } from '../support/api.ts';
import { productSchemas, testLog } from '../support/installation.ts';
import { launchProcess, type LaunchedProcess } from '../support/launch.ts';

const KEY = `sk_${'k'.repeat(40)}`;
/** The number of pino's level. */
const ERROR = 50;
/** Longer than the runner waits before it asks again, in milliseconds. */
const AWAY_MS = 3_000;

interface LogLine {
  level: number;
  msg: string;
  err?: { code?: string };
}

let postgres: PrivatePostgres;
let assay: LaunchedProcess;
beforeAll(async () => {
  postgres = await privatePostgres();
  await prepareDatabase(postgres.url, productSchemas(), testLog);
  assay = launchProcess(join(import.meta.dirname, 'platform-process.ts'), {
    TEST_POSTGRES_URL: postgres.url,
    HOST: '127.0.0.1',
    PORT: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    ASSAY_INIT_OWNER_EMAIL: 'owner@localhost',
    ASSAY_INIT_API_KEY: KEY,
  });
});
afterAll(async () => {
  await assay.kill('SIGKILL');
  await postgres.remove();
});

test('an outage of Postgres is one line when it begins and one when it ends in a process', async () => {
  const api = await openApi(await assay.said('serves '), KEY);
  const reads = () =>
    Promise.all(
      ['/eval-suites', '/readiness-runs', '/cassettes/none'].map((path) =>
        api.fetch(`/api/v1/projects/${api.projectId}${path}`),
      ),
    );
  const lines = () => assay.stderr.map((line) => JSON.parse(line) as LogLine);
  const ends = () => lines().filter(({ msg }) => msg === 'Postgres can be used again');
  await reads();

  await postgres.stop();
  const awayAt = performance.now();
  await waitUntil(async () => {
    const answers = await reads();
    return answers.every(({ status }) => status === 503) && performance.now() - awayAt > AWAY_MS;
  });
  await postgres.start();
  await waitUntil(async () => {
    await reads();
    return ends().length > 0;
  }, 30_000);

  // On a stalled machine the gateway's calls may time out at any moment.
  const begun = lines().filter(({ err }) => err !== undefined && err.code !== 'TIMEOUT');
  expect(begun.map(({ level, msg }) => [level, msg])).toEqual([[ERROR, 'Postgres cannot be used']]);
  expect(ends()).toEqual([expect.objectContaining({ level: ERROR, failures: expect.any(Number) })]);
}, 90_000);
