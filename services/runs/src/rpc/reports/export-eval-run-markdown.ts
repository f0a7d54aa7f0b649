import { operations } from '@assay/contract/operations';
import { handle, RawReply } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { markdownOf, MAX_CASES, MAX_FAILING } from '../../domain/reports/markdown.ts';
import { addressesOf } from '../../domain/reports/reported.ts';
import { runRecord } from '../../domain/eval-runs/run-record.ts';
import { finishedRun } from '../../flows/eval-runs/finished-run.ts';
import { listFailingIterations } from '../../store/analysis/failing-iterations.ts';
import { listReportedVariants } from '../../store/reports/reported-iterations.ts';
import { countTrials } from '../../store/analysis/run-population.ts';

export const exportEvalRunMarkdown = ({ pool, publicUrl }: Deps) =>
  handle(operations.exportEvalRunMarkdown, async (_caller, { projectId, runId }) => {
    const run = runRecord(await finishedRun(pool, projectId, runId));
    const [{ variants, variantCount }, failing, { failing: failingCount }] = await Promise.all([
      listReportedVariants(pool, runId, MAX_CASES),
      listFailingIterations(pool, runId, -1, MAX_FAILING),
      countTrials(pool, runId),
    ]);
    return new RawReply(
      markdownOf({
        run,
        variants,
        variantCount,
        failing,
        failingCount,
        addresses: addressesOf(publicUrl, projectId, run),
      }),
      operations.exportEvalRunMarkdown.produces!,
    );
  });
