import { JudgeOpinion } from '@assay/contract/areas/judges/work';
import { given } from '@assay/contract/given';
import { Problem } from '@assay/contract/problem';
import { cappedScore, passesJudge } from '@assay/grading/judging/scored-opinion';
import type { Tx } from '@assay/kit/postgres/db';
import type { QueuedKind } from '@assay/work/queue/queued-work';
import type { WorkResult } from '@assay/work/service/work-source';
import { keptText } from '@assay/kit/text/kept-text';
import { parser } from '@assay/kit/json/parse';
import { redactText } from '@assay/kit/security/redact';
import { countOpinions, extendGrading } from '../../store/judges/judgements.ts';
import { findOwedOpinion, settleOpinion, type OwedOpinion, type SettledOpinion } from '../../store/judges/opinions.ts';
import { lockRuns } from '../../store/eval-runs/runs.ts';
import { endJudgement } from './end-judgement.ts';

const parse = parser(JudgeOpinion);
const [MAX_REASON, MAX_CLAIM, MAX_CLAIMS] = [2_000, 500, 50];

/** Stores the opinions of judges on iterations, or their errors; the last opinion ends its judgement. */
export const settleJudging: QueuedKind['settle'] = async (tx, ends) => {
  const found = await Promise.all(
    ends.map(async ({ id: jobId, result }) => ({ jobId, result, owed: await findOwedOpinion(tx, jobId) })),
  );
  const owing = found.flatMap(({ owed, ...end }) => (owed ? [{ ...end, owed }] : []));
  // Locks all runs at once and in one order, so that two batches cannot deadlock.
  await lockRuns(tx, [...new Set(owing.map(({ owed }) => owed.runId))]);
  for (const end of owing) await settleOwed(tx, end);
};

async function settleOwed(
  tx: Tx,
  { jobId, result, owed }: { jobId: string; result: WorkResult; owed: OwedOpinion },
): Promise<void> {
  const opinion = 'error' in result ? brokeDown(result.error) : opinionOn(owed, result.output);
  if (!(await settleOpinion(tx, jobId, opinion))) return;
  const judgement = await countOpinions(tx, owed.judgementId, {
    completed: 1,
    errors: opinion.status === 'error' ? 1 : 0,
  });
  if (!judgement) return;
  if (judgement.completed === judgement.total) await endJudgement(tx, judgement);
  else if (judgement.gating) await extendGrading(tx, judgement);
}

/** An error of the judge is not a failed iteration: it has no opinion. */
const brokeDown = ({ code, message }: { code: string; message: string }): SettledOpinion => ({
  status: 'error',
  score: null,
  passed: null,
  reason: keptText(redactText(message), MAX_REASON),
  errorCode: keptText(code, 100),
  said: null,
});

function opinionOn({ judge, frozen }: OwedOpinion, output: Buffer): SettledOpinion {
  let said: JudgeOpinion;
  try {
    said = parse(output);
  } catch (error) {
    if (error instanceof Problem)
      return brokeDown({ code: 'INVALID_OPINION', message: 'The answer of the runner is not a valid opinion.' });
    throw error;
  }
  const kept = (text: string, max: number) => keptText(redactText(text), max);
  const { evidenceHash, claims, usage } = said;
  const asked = new Set(judge.rubric?.criteria.map(({ id }) => id));
  const criteria = said.criteria
    .filter(({ id }) => asked.has(id))
    .map(({ id, met, reason }) => ({ id, met, reason: kept(reason, MAX_REASON) }));
  const score = cappedScore(said, frozen.expectedOutput !== undefined);
  return {
    status: 'scored',
    score,
    passed: passesJudge({ score, criteria }, judge),
    reason: kept(said.reason, MAX_REASON),
    errorCode: null,
    said: {
      criteria,
      claims,
      unsupportedClaims: said.unsupportedClaims.slice(0, MAX_CLAIMS).map((claim) => kept(claim, MAX_CLAIM)),
      evidenceHash,
      ...given({ usage }),
    },
  };
}
