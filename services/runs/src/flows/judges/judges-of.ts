import type { RunSpec } from '@assay/contract/areas/eval-runs/run-spec';
import type { EvalRun } from '@assay/contract/areas/eval-runs/documents';
import { given } from '@assay/contract/given';
import { groundednessOfOpinion } from '@assay/grading/judging/scored-opinion';
import type { Db } from '@assay/kit/postgres/db';
import { keptText } from '@assay/kit/text/kept-text';
import { summaryOf, type Judgement } from '../../domain/judges/judgement.ts';
import type { Run, RunDetails } from '../../domain/eval-runs/run.ts';
import { findJudgement } from '../../store/judges/judgements.ts';
import { countPassedOpinions, listOpinions, type StoredOpinion } from '../../store/judges/opinions.ts';

type Judges = NonNullable<EvalRun['judges']>;

/**
 * At most this many iterations, in at most this many bytes of JSON, with at most this many characters of each reason,
 * are shown with the run; the list of iterations has everything.
 */
const [MAX_CASES, MAX_BYTES, MAX_REASON] = [100, 256 * 1024, 300];

/** The opinions of judges on a run: of the newest judgement, with the configuration of that time. */
export async function judgesOf(db: Db, { id, spec: { judge }, isJudged }: Run & RunDetails): Promise<Partial<EvalRun>> {
  const judgement = isJudged ? await findJudgement(db, id) : undefined;
  if (!judgement) return { judges: neverAsked(judge) };
  const isOver = judgement.status !== 'pending';
  const [opinions, passed] = isOver
    ? await Promise.all([listOpinions(db, judgement.id, MAX_CASES), countPassedOpinions(db, judgement.id)])
    : [[], 0];
  const state = { ...stateOf(judgement), role: judge?.role ?? ('advisory' as const) };
  const shown = withinBytes(
    opinions.map((opinion) => ({ goalCompletion: goalCompletionOf(opinion), groundedness: groundednessOf(opinion) })),
  );
  return {
    judges: {
      goalCompletion: {
        ...state,
        summary: summaryOf(judgement, passed),
        cases: shown.map(({ goalCompletion }) => goalCompletion),
      },
      groundedness: {
        ...state,
        threshold: 1,
        summary: null,
        cases: shown.map(({ groundedness }) => groundedness),
      },
    },
  };
}

/** The first cases that fit into the limit. */
function withinBytes<T>(cases: T[]): T[] {
  let bytes = 0;
  const end = cases.findIndex((each) => (bytes += Buffer.byteLength(JSON.stringify(each))) > MAX_BYTES);
  return end < 0 ? cases : cases.slice(0, end);
}

const brief = (text: string): string => keptText(text, MAX_REASON);

function neverAsked(judge: RunSpec['judge']): Judges {
  const state = {
    status: null,
    errorCode: null,
    summary: null,
    generatedAt: null,
    modelUsed: null,
    threshold: null,
    role: judge?.role ?? ('advisory' as const),
    cases: [],
  };
  return { goalCompletion: { ...state, threshold: judge?.threshold ?? null }, groundedness: state };
}

const stateOf = ({
  status,
  errorCode,
  completedAt,
  model,
  threshold,
  judgeVersion,
  gating,
  standing,
  total,
  completed,
  errors,
  skipped,
}: Judgement) => ({
  status,
  errorCode,
  generatedAt: completedAt?.getTime() ?? null,
  modelUsed: model,
  threshold,
  judgeVersion,
  gating,
  standing,
  progress: {
    total,
    completed,
    errors,
    skipped,
  },
});

const judgedOf = ({ iterationId, title, iterationNumber, status, errorCode, evidenceHash, reason }: StoredOpinion) => ({
  caseKey: `${title} #${iterationNumber}`,
  iterationId,
  status,
  reason: reason && brief(reason),
  ...given({ errorCode: errorCode ?? undefined, evidenceHash: evidenceHash ?? undefined }),
});

function goalCompletionOf(opinion: StoredOpinion): Judges['goalCompletion']['cases'][number] {
  const criteria = (opinion.criteria ?? []).map((each) => ({ ...each, reason: brief(each.reason) }));
  return {
    ...judgedOf(opinion),
    score: opinion.score,
    passed: opinion.passed ?? false,
    rubricHits: criteria.filter(({ met }) => met).map(({ id }) => id),
    criteria,
  };
}

function groundednessOf(opinion: StoredOpinion): Judges['groundedness']['cases'][number] {
  const { claims, unsupportedClaims } = opinion;
  const { score, passed } =
    claims !== null && unsupportedClaims !== null
      ? groundednessOfOpinion({ claims, unsupportedClaims })
      : { score: null, passed: false };
  const reason =
    score === null
      ? opinion.reason
      : `${unsupportedClaims!.length} of ${Math.max(claims!, unsupportedClaims!.length)} claims have no support in the trial.`;
  return {
    ...judgedOf(opinion),
    reason,
    score,
    passed,
    unsupportedClaims: (unsupportedClaims ?? []).map(brief),
  };
}
