import type { Db } from '@assay/kit/postgres/db';
import { findGraded } from '../../src/store/eval-runs/cases.ts';
import { findRecording } from '../../src/store/iterations/recordings.ts';
import { findScreenshot } from '../../src/store/iterations/screenshots.ts';
import { findAttempt, listLatestParts } from '../../src/store/iterations/traces.ts';
import { findLabelled } from '../../src/store/judges/labels.ts';
import { openRuns, type RunsFixture } from '../support/harness.ts';

let runs: RunsFixture;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const [projectId, runId, iterationId] = ['prj_1', 'run_1', 'iter_1'];
const iteration = { projectId, runId, iterationId };

test.each<[string, (db: Db) => Promise<unknown>]>([
  ['a trace', (db) => findAttempt(db, iteration)],
  ['the parts of a trace', (db) => listLatestParts(db, iteration, { after: -1, limit: 10 })],
  ['a recording', (db) => findRecording(db, projectId, runId, iterationId)],
  ['a grade', (db) => findGraded(db, projectId, runId, iterationId)],
  ['the suite of a label', (db) => findLabelled(db, iteration)],
  ['a screenshot', (db) => findScreenshot(db, { ...iteration, screenshotId: 'shot_1' })],
])('%s is found by the key of its iteration without statistics of the tables', async (_, read) => {
  let plan = '';
  const explaining = {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows } = await runs.db.pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
      plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      return { rows: [] };
    },
  };
  await read(explaining as unknown as Db);
  expect(plan).toContain('iterations_pkey');
});
