import type { IngestResult } from '@assay/contract/areas/ingestion/documents';
import { operations } from '@assay/contract/operations';
import { rows, sql } from '@assay/kit/postgres/db';
import { waitUntil } from '@assay/testkit/until';
import type { RunsFixture } from './harness.ts';

/** A reporter of ingested runs. */
export const reporterOf = (runs: () => RunsFixture) => ({
  start: (body: object) => runs().call(operations.startEvalIngestRun, {}, { suiteName: 'nightly', ...body }),
  report: (body: object) => runs().call(operations.reportEvalRun, {}, { suiteName: 'nightly', ...body }),
  send: (runId: string, results: object[]) => runs().call(operations.ingestEvalRunIterations, {}, { runId, results }),
  finalize: (body: object) => runs().call(operations.finalizeEvalIngestRun, {}, body),
  read: (runId: string) => runs().call(operations.getEvalRun, { runId }),
  iterations: async (runId: string) =>
    (await runs().call(operations.listEvalRunIterations, { runId }, { limit: 200 })).items,
  /** The types of a run's events, in their order, once there are `count`. */
  events: (runId: string, count: number) =>
    waitUntil(async () => {
      const found = await rows<{ type: string }>(
        runs().bus.pool,
        sql`select type from messages where key = ${runId} order by position`,
      );
      return found.length >= count ? found.map(({ type }) => type.split('.').at(-1)) : undefined;
    }),
});

/** A result with an external id. */
export const ingestResult = (id: string, more: Partial<IngestResult> = {}): IngestResult => ({
  caseTitle: `case ${id}`,
  passed: true,
  externalIterationId: id,
  ...more,
});

export const ingestResults = (count: number, more: Partial<IngestResult> = {}, from = 0): IngestResult[] =>
  Array.from({ length: count }, (_, i) => ingestResult(String(from + i), more));
