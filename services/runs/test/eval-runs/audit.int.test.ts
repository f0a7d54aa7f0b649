import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations } from '@assay/contract/operations';
import type { AuditedChange } from '@assay/testkit/audit/audited-changes';
import { watchAudit } from '@assay/testkit/audit/watch-audit';
import { openRuns, type RunsFixture } from '../support/harness.ts';
import { reporterOf, ingestResult } from '../support/ingest.ts';

let folder: string;
let runs: RunsFixture;
let told: () => Promise<AuditedChange[]>;
const reporter = reporterOf(() => runs);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-artifacts-'));
  runs = await openRuns({ blobs: { folder } });
  told = await watchAudit(runs.db.pool);
});
afterAll(async () => {
  await runs.close();
  await rm(folder, { recursive: true });
});

const audited = async () => (await told()).map(({ operation }) => operation);

test('an ingested run is audited for each step with an effect, not for repetitions', async () => {
  const { runId } = await reporter.start({ externalRunId: 'build-1' });
  await reporter.start({ externalRunId: 'build-1' });
  await reporter.send(runId, [ingestResult('1')]);
  await reporter.send(runId, [ingestResult('1')]);
  await reporter.finalize({ runId });
  await reporter.finalize({ runId });
  await reporter.report({ externalRunId: 'build-1', results: [ingestResult('1')] });
  expect(await audited()).toEqual(['StartEvalIngestRun', 'IngestEvalRunIterations', 'FinalizeEvalIngestRun']);
  await reporter.report({ externalRunId: 'build-2', results: [ingestResult('1')] });
  await reporter.report({ externalRunId: 'build-2', results: [ingestResult('1')] });
  expect(await told()).toMatchObject([
    { operation: 'ReportEvalRun', after: { externalRunId: 'build-2', status: 'completed' } },
  ]);
});

test('the audit log names the artifact of an upload address', async () => {
  await runs.call(operations.createEvalIngestUploadUrl, {}, {});
  expect(await told()).toMatchObject([
    { operation: 'CreateEvalIngestUploadUrl', target: { artifactId: expect.stringMatching(/^art_/) } },
  ]);
});
