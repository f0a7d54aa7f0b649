import type { GetEvalRunMarkdown } from '@assay/contract/areas/reports/documents';
import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { describeGate } from '@assay/grading/words/gate-words';
import { handle, RawReply } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { wordedComparison } from '../../domain/analysis/worded-comparison.ts';
import { runCaseRecord } from '../../domain/eval-runs/run-case.ts';
import { runRecord } from '../../domain/eval-runs/run-record.ts';
import type { Run } from '../../domain/eval-runs/run.ts';
import { markdownOf, MAX_CASES, type SummarizedRun } from '../../domain/reports/markdown.ts';
import { addressesOf } from '../../domain/reports/reported.ts';
import { askedBaseline, missingBaseline } from '../../flows/analysis/asked-baseline.ts';
import { comparisonPage } from '../../flows/analysis/stored-comparison.ts';
import { finishedRun } from '../../flows/eval-runs/finished-run.ts';
import { gateReportOf } from '../../flows/gates/gate-report.ts';
import { failedCases } from '../../flows/reports/reported-cases.ts';
import { findGateReport } from '../../store/gates/gate-reports.ts';
import { findRunGrading } from '../../store/eval-runs/runs.ts';

export const exportEvalRunMarkdown = (deps: Deps) =>
  handle(operations.exportEvalRunMarkdown, async (_caller, { projectId, runId }, asked) => {
    const found = await finishedRun(deps.pool, projectId, runId);
    const grading = await findRunGrading(deps.pool, projectId, runId);
    if (!grading) throw notFound('run');
    const run = runRecord(found);
    const [{ rows, count }, gate, compared] = await Promise.all([
      failedCases(deps.pool, grading, MAX_CASES),
      // The gate that the suite has now says nothing about a run that was launched without one.
      found.spec.gate ? gateReportOf(deps, found) : findGateReport(deps.pool, runId),
      comparedWith(deps, found, asked),
    ]);
    const summary = markdownOf({
      run,
      failed: rows.map((row) => runCaseRecord(row, grading.isPerCase)),
      failedCount: count,
      gateSentence: gate && describeGate(gate, null).sentence,
      compared,
      addresses: addressesOf(deps.reportUrl, projectId, run),
    });
    return new RawReply(summary, operations.exportEvalRunMarkdown.produces!);
  });

/** The changes since the baseline that the request, the launch or the gate names; only named ones are told. */
async function comparedWith({ pool }: Deps, run: Run, asked: GetEvalRunMarkdown): Promise<SummarizedRun['compared']> {
  const { named, base } = await askedBaseline(pool, run, asked);
  if (!named) return undefined;
  if (!base) return { missing: missingBaseline(named) };
  const page = await comparisonPage(pool, base, run, { from: 0, limit: 1 });
  if (!page) throw notFound('run');
  const { caseCounts, configuration } = page.comparison;
  return {
    baseRunId: base.id,
    ...wordedComparison(base, run, { caseCounts, surfaces: configuration?.surfaces ?? [] }, named.branch),
  };
}
