import {
  ReadinessReport as Report,
  ReadinessRun as Run,
  type ReadinessReport,
  type ReadinessRun,
} from '@assay/contract/areas/readiness/documents';
import type { ReadinessEvidence } from '@assay/contract/areas/readiness/work';
import { operations } from '@assay/contract/operations';
import { parser } from '@assay/kit/json/parse';
import { playedRunner } from '../support/played-runner.ts';
import { startTestDiagnostics, type TestDiagnostics } from '../support/start.ts';

/** The whole service and its one runner; both belong to the test file that opened them. */
export let readinessFixture: TestDiagnostics;
export let runner: ReturnType<typeof playedRunner>;
export async function startReadinessFixture(): Promise<void> {
  readinessFixture = await startTestDiagnostics();
  runner = playedRunner(readinessFixture.runner, 'readiness');
}
export const stopReadinessFixture = (): Promise<void> => readinessFixture.stop();
/** Deletes the runs of a test, so that the next one starts without any. */
export const leaveNothing = () =>
  readinessFixture.pool.query('with gone as (delete from directory_runs) delete from work');

export const URL = 'https://mcp.printer.dev/mcp?page=1';
export const evidence: ReadinessEvidence = {
  version: 1,
  sdkVersion: '2.4.0',
  endpoint: { scheme: 'https', host: 'mcp.printer.dev', queryNames: ['page'], trustsMore: false },
  connection: { status: 'connected', transport: 'streamable-http', answered: true },
  stranger: 'admitted',
  credential: 'none',
  surface: {
    protocolVersion: '2025-11-25',
    serverInfo: { name: 'p', version: '1' },
    capabilities: { tools: {}, logging: {} },
    tools: [{ name: 'print\0' }],
    resources: [],
    resourceTemplates: [],
    prompts: [],
  },
  isWhole: true,
  unread: [],
  flaws: [],
  widgets: [],
  unseenWidgets: [],
  skills: { offered: 0, declined: 0 },
};

type At = ReturnType<TestDiagnostics['save']>;
const agrees = { run: parser(Run), report: parser(Report) };
export const projectId = 'prj_1';
export const startClaude = (at: At, body: object = {}, idempotencyKey = '') =>
  readinessFixture.call(operations.startClaudeReadinessRun, { ...at, idempotencyKey }, body);
export const startOpenai = (at: At, body: object = {}, idempotencyKey = '') =>
  readinessFixture.call(
    operations.startOpenAIReadinessRun,
    { ...at, idempotencyKey },
    { submissionMode: 'mcp-only', ...body },
  );
export const read = async (runId: string): Promise<ReadinessRun> =>
  agrees.run(await readinessFixture.send(operations.getReadinessRun, { projectId, runId }));
export const report = async (runId: string): Promise<ReadinessReport> =>
  agrees.report(await readinessFixture.send(operations.getReadinessReport, { projectId, runId }));
export const cancel = (runId: string) => readinessFixture.call(operations.cancelReadinessRun, { projectId, runId });
export const list = (query: object = {}) => readinessFixture.call(operations.listReadinessRuns, { projectId }, query);
export const at = (path: string) => ({
  code: 'VALIDATION_ERROR',
  details: { issues: [expect.objectContaining({ path })] },
});
