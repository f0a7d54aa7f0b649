import type { EvalRunRegraded, RegradeCounts } from '@assay/contract/documents/regrade';
import type { EvalAssertion } from '@assay/contract/documents/assertion';
import type { FrozenCase } from '@assay/contract/documents/case';
import type { Transcript } from '@assay/contract/documents/transcript';
import { doSame, rebased } from '@assay/grading/judging/rebased';
import { transaction, type Pool, type Tx } from '@assay/kit/db';
import { gradedTrial } from '../domain/graded-trial.ts';
import type { Run, RunDetails } from '../domain/run.ts';
import { unzipped } from '../recording.ts';
import { findFrozenRun, type FrozenRun } from '../store/cases.ts';
import { findGatingJudgement } from '../store/judgements.ts';
import { deleteGateReports, insertRegrade, restateRun, rewriteGrades, type Regraded } from '../store/regrades.ts';
import { listReplays, type StoredReplay } from '../store/replays.ts';
import { applyOpinions, listTrialResults, type TrialResult } from '../store/results.ts';
import { findRun, lockRuns } from '../store/runs.ts';
import { decide } from './decide.ts';
import { recount } from './recount.ts';

/** How many trials are graded between two statements. */
const BATCH = 100;
const MAX_NAMED = 200;

/** What trials are held against instead of what the run froze: the cases of a suite as they are now, by their ids. */
export interface PresentSuite { cases: FrozenCase[]; checks: EvalAssertion[] }

/** Who wants it, and by which assertions; the run's own where none are given. */
export interface Regrade { userId: string | undefined; present: PresentSuite | undefined }

/**
 * Grades every recorded trial of a completed run anew and decides the run by that, in one transaction; a judge that had a say
 * keeps it. Undefined when there is no such run, or it did not complete.
 */
export function regradeRun(pool: Pool, { projectId, runId }: { projectId: string; runId: string }, { userId, present }: Regrade): Promise<Omit<EvalRunRegraded, 'run'> & { run: Run & RunDetails } | undefined> {
  return transaction(pool, async (tx) => {
    await lockRuns(tx, [runId]);
    const run = await findRun(tx, projectId, runId);
    if (run?.status !== 'completed') return undefined;
    const frozen = (await findFrozenRun(tx, runId))!;
    const standards = present ? standardsOf(frozen, present) : frozen;
    const earlier = await listTrialResults(tx, runId);
    await gradeAnew(tx, runId, frozen, standards);
    const judgement = await findGatingJudgement(tx, runId);
    if (judgement) await applyOpinions(tx, judgement.id);
    const changed = changedIn(earlier, await listTrialResults(tx, runId));
    const restated = await restateRun(tx, runId, await decide(tx, await recount(tx, runId)));
    await deleteGateReports(tx, runId);
    const record = { runId, checks: present ? 'current' as const : 'frozen' as const, before: countsOf(run), after: countsOf(restated) };
    const { number, createdAt } = await insertRegrade(tx, { ...record, userId, changed: changed.length });
    return {
      ...record, number, regradedAt: createdAt.getTime(), changedCount: changed.length, changedIterationIds: changed.slice(0, MAX_NAMED),
      keptCaseIds: present ? [...frozen.cases].filter(([position, each]) => standards.cases.get(position) === each).map(([, { id }]) => id) : [],
      run: (await findRun(tx, projectId, runId))!,
    };
  });
}

/** The present assertions of the cases that still do the same; the others keep what they had. */
function standardsOf({ cases }: FrozenRun, present: PresentSuite): FrozenRun {
  const now = new Map(present.cases.map((each) => [each.id, each]));
  const standardOf = (each: FrozenCase) => {
    const current = now.get(each.id);
    return current && doSame(current.steps, each.steps) ? current : each;
  };
  return { checks: present.checks, cases: new Map([...cases].map(([position, each]) => [position, standardOf(each)])) };
}

async function gradeAnew(tx: Tx, runId: string, frozen: FrozenRun, standards: FrozenRun): Promise<void> {
  for (let after = -1, batch: StoredReplay[] = []; ; after = batch.at(-1)!.position) {
    batch = await listReplays(tx, runId, after, BATCH);
    if (batch.length === 0) return;
    const regraded = await Promise.all(batch.filter(({ transcript }) => transcript).map((trial) => regrade(trial, frozen, standards)));
    if (regraded.length > 0) await rewriteGrades(tx, regraded);
  }
}

async function regrade(trial: StoredReplay, frozen: FrozenRun, { cases, checks }: FrozenRun): Promise<Regraded> {
  const [was, is] = [frozen.cases.get(trial.casePosition)!, cases.get(trial.casePosition)!];
  const transcript = await unzipped<Transcript>(trial.transcript!);
  const grade = gradedTrial(is, is === was ? frozen.checks : checks, is === was ? transcript : rebased(transcript, was.steps, is.steps), trial);
  return { id: trial.id, result: trial.status === 'completed' ? grade.result : null, grade };
}

function changedIn(before: TrialResult[], after: TrialResult[]): string[] {
  const earlier = new Map(before.map((trial) => [trial.id, trial]));
  return after.filter(({ id, result, evaluatorError }) => earlier.get(id)?.result !== result || earlier.get(id)?.evaluatorError !== evaluatorError).map(({ id }) => id);
}

const countsOf = ({ result, passed, failed, excluded }: Run): RegradeCounts => ({ result, passed, failed, excluded });
