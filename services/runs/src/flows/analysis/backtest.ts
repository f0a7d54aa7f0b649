import type { EvalBacktest } from '@assay/contract/areas/analysis/backtest';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { gradeIteration } from '@assay/grading/iteration/grade-iteration';
import { majorityVerdict } from '@assay/grading/judging/agreement';
import {
  draftedJudge,
  isAboutJudge,
  unaskedCriteria,
  passesDraft,
  caseUnderDraft,
  type BacktestDraft,
} from '@assay/grading/judging/backtest';
import type { Pool } from '@assay/kit/postgres/db';
import { unzipJson } from '@assay/transcripts/gzip';
import { maskedStandard } from '../../domain/iterations/masked-standard.ts';
import { backtestReport, type BacktestedIteration } from '../../domain/analysis/backtest-report.ts';
import type { Judgement } from '../../domain/judges/judgement.ts';
import { findFrozenRun, type FrozenRun } from '../../store/eval-runs/frozen-runs.ts';
import { findGatingJudgement, findJudgement } from '../../store/judges/judgements.ts';
import { countLabels } from '../../store/judges/labels.ts';
import { listReplays, listWords, type StoredReplay, type StoredJudgeOpinion } from '../../store/iterations/replays.ts';

/** Limits of one answer: iterations, iterations read at a time, and milliseconds. */
const [PER_ANSWER, BATCH, MAX_WAIT_MS] = [100, 20, 30_000];

type Side = EvalBacktest['iterations'][number]['before'];

/**
 * One page of a backtest: the results that a run's iterations would have had, and the position at which the next page
 * begins.
 */
export async function backtestRun(
  pool: Pool,
  runId: string,
  draft: BacktestDraft,
  after: number,
): Promise<{ report: Omit<EvalBacktest, 'continuation'>; nextAfter: number | undefined }> {
  const until = performance.now() + MAX_WAIT_MS;
  const [frozen, judgement] = await Promise.all([findFrozenRun(pool, runId), judgementOf(pool, runId)]);
  const tried: BacktestedIteration[] = [];
  let [from, read, hasMore] = [after, 0, true];
  while (hasMore && read < PER_ANSWER && performance.now() < until) {
    const found = await listReplays(pool, runId, from, BATCH + 1);
    const batch = found.slice(0, BATCH);
    const words = new Map(
      judgement &&
        (
          await listWords(
            pool,
            judgement.id,
            batch.map(({ id }) => id),
          )
        ).map((word) => [word.iterationId, word]),
    );
    for (const trial of batch) tried.push(await tryTrial(trial, frozen!, draft, judgement, words.get(trial.id)));
    from = batch.at(-1)?.position ?? from;
    read += batch.length;
    hasMore = found.length > BATCH;
  }
  const labels = new Map(
    (
      await countLabels(
        pool,
        tried.map(({ iterationId }) => iterationId),
      )
    ).map((count) => [count.iterationId, majorityVerdict(count)]),
  );
  const missing = judgement
    ? unaskedCriteria(judgement, draftedJudge(judgement, draft))
    : (draft.rubric?.criteria.map(({ id }) => id) ?? []);
  return {
    report: { runId, ...backtestReport(tried, labels, isAboutJudge(draft)), notJudged: missing },
    nextAfter: hasMore ? from : undefined,
  };
}

/** The gating judgement, or else the newest. */
const judgementOf = async (pool: Pool, runId: string): Promise<Judgement | undefined> =>
  (await findGatingJudgement(pool, runId)) ?? findJudgement(pool, runId);

async function tryTrial(
  trial: StoredReplay,
  frozen: FrozenRun,
  draft: BacktestDraft,
  judgement: Judgement | undefined,
  word: StoredJudgeOpinion | undefined,
): Promise<BacktestedIteration> {
  const { id: iterationId, iterationNumber, status, result, evaluatorError, transcript, casePosition } = trial;
  const own = frozen.cases.get(casePosition)!;
  const named = { iterationId, testCaseId: own.id, title: own.title, iterationNumber };
  if (status !== 'completed' || !transcript) return { ...named, isReplayed: false };
  const judged = (passed: boolean | null) => (word?.status === 'scored' ? { judgePassed: passed } : {});
  const before: Side = { result, evaluatorError, ...judged(word?.passed ?? null) };
  const asDrafted = caseUnderDraft(own, frozen.spec.checks, draft);
  const standard = maskedStandard(asDrafted.frozen, asDrafted.checks);
  const grade = gradeIteration(standard.frozen, standard.checks, await unzipJson<Transcript>(transcript));
  const drafted = judgement && word?.status === 'scored' ? wordUnder(draft, judgement, word) : undefined;
  const hasSay = judgement?.gating === true && word !== undefined;
  const after: Side = {
    result: hasSay && drafted === false ? 'failed' : grade.result,
    evaluatorError: grade.evaluatorError || (hasSay && (drafted === undefined || drafted === null)),
    ...judged(drafted ?? null),
  };
  return { ...named, isReplayed: true, before, after };
}

function wordUnder(
  draft: BacktestDraft,
  judgement: Judgement,
  { score, criteria }: StoredJudgeOpinion,
): boolean | null {
  const drafted = draftedJudge(judgement, draft);
  return passesDraft({ score: score!, criteria: criteria ?? [] }, drafted, unaskedCriteria(judgement, drafted));
}
