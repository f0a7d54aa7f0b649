import { hash } from 'node:crypto';
import { canonicalJson } from '@assay/contract/canonical';
import { operations } from '@assay/contract/operations';
import { notFound, Problem, reasons } from '@assay/contract/problem';
import { auditNothing } from '@assay/kit/audit/audit';
import { handle } from '@assay/kit/rpc/handle';
import { assertionListFaults } from '@assay/suite-file/rules/assertion-rules';
import { rubricFault } from '@assay/suite-file/rules/settings-rules';
import { backtestRun } from '../../flows/analysis/backtest.ts';
import type { Deps } from '../../deps.ts';
import { faultProblem } from '@assay/contract/fault';
import { assertNotIngested, assertRunOver } from '../../domain/eval-runs/run.ts';
import { claimBacktest } from '../../store/analysis/backtests.ts';
import { findRun } from '../../store/eval-runs/runs.ts';

/** The pause between two drafts for one run, in milliseconds. */
const COOLDOWN_MS = 60_000;

export const backtestEvalRun = ({ pool, cursors }: Deps) =>
  handle(operations.backtestEvalRun, async (_caller, { projectId, runId }, { cursor, ...draft }) => {
    const fault = [...assertionListFaults(draft.checks, '/checks')][0] ?? rubricFault(draft.rubric, '/rubric');
    if (fault) throw faultProblem({ path: fault.path, message: fault.message });
    const run = await findRun(pool, projectId, runId);
    if (!run) throw notFound('run');
    assertRunOver(run);
    assertNotIngested(run);
    const list = `backtest ${runId} ${hash('sha256', canonicalJson(draft))}`;
    const from = cursors.decode(list, cursor);
    if (from) auditNothing();
    else await claim(pool, runId);
    const { report, nextAfter } = await backtestRun(pool, runId, draft, Number(from?.[0] ?? -1));
    return {
      ...report,
      ...(nextAfter !== undefined && { continuation: { cursor: cursors.encode(list, [nextAfter]) } }),
    };
  });

async function claim(pool: Deps['pool'], runId: string): Promise<void> {
  const leftMs = await claimBacktest(pool, runId, COOLDOWN_MS);
  if (leftMs === undefined) throw notFound('run');
  if (leftMs === 0) return;
  const retryAfter = Math.ceil(leftMs / 1_000);
  throw new Problem(
    'RATE_LIMITED',
    `A backtest of the run began less than a minute ago; try again in ${retryAfter} s.`,
    { reason: reasons.BACKTEST_COOLDOWN, retryAfterMs: Math.ceil(leftMs) },
    retryAfter,
  );
}
