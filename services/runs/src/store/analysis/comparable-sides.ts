import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import { configHashes, withExternalRules, type ExternalRules } from '@assay/grading/compare/config-hash';
import type { CaseFacts, SideFacts } from '@assay/grading/compare/sides';
import { decidesNothing } from '@assay/grading/decisions/grading-gap';
import { rows, sql, type Db } from '@assay/kit/postgres/db';
import type { Run } from '../../domain/eval-runs/run.ts';
import { listCaseFacts, type StoredCaseFacts } from './case-facts.ts';
import { findScoreFacts, type ScoreFacts } from './score-facts.ts';

/** The facts of runs for a comparison, in the given order. */
export async function sidesOf(db: Db, runs: [Run, Run]): Promise<[SideFacts, SideFacts]>;
export async function sidesOf(db: Db, runs: Run[]): Promise<SideFacts[]>;
export async function sidesOf(db: Db, runs: Run[]): Promise<SideFacts[]> {
  const ids = runs.map(({ id }) => id);
  const [stored, scored, judges] = [
    await listCaseFacts(db, ids),
    await findScoreFacts(db, ids),
    await listGatingJudges(db, ids),
  ];
  const [cases, scores] = [Map.groupBy(stored, ({ runId }) => runId), Map.groupBy(scored.scores, placeOf)];
  return runs.map((run) =>
    sideOf(run, cases.get(run.id) ?? [], { scores, sides: scored.sides, judgeVersion: judges.get(run.id) ?? null }),
  );
}

/** The versions of the gating judges, by run. */
async function listGatingJudges(db: Db, runIds: string[]): Promise<Map<string, string>> {
  const found = await rows<{ runId: string; version: string }>(
    db,
    sql`
    select distinct on (run_id) run_id, judge_version as version from judgements
    where run_id = any(${runIds}) and gating order by run_id, number`,
  );
  return new Map(found.map(({ runId, version }) => [runId, version]));
}

const placeOf = ({ runId, position, model }: { runId: string; position: number; model: string | null }): string =>
  `${runId} ${position} ${model ?? ''}`;

interface Told extends Pick<ScoreFacts, 'sides'> {
  scores: Map<string, ScoreFacts['scores']>;
  /** The version of the run's gating judge. */
  judgeVersion: string | null;
}

function sideOf(run: Run, cases: StoredCaseFacts[], { scores, sides, judgeVersion }: Told): SideFacts {
  const rules = { judgeVersion, reportedHash: run.spec.ingestion?.evaluationConfigHash ?? null };
  const sum = (of: 'trials' | 'excluded') => cases.reduce((total, each) => total + each[of], 0);
  const { scoredIterations = 0, quarantinedIterations = 0 } = sides.find(({ runId }) => runId === run.id) ?? {};
  return {
    isComplete: run.status === 'completed' && run.finished >= run.total,
    decidesNothing: decidesNothing(run.casesWithoutGrading),
    trials: sum('trials'),
    excluded: sum('excluded'),
    scoredIterations,
    quarantinedIterations,
    cases: cases.map((each) =>
      caseOf(each, { suiteChecks: run.spec.checks, scores: scores.get(placeOf(each)) ?? [], rules }),
    ),
  };
}

function caseOf(
  {
    frozen,
    gradedBy,
    runId: _run,
    position: _position,
    trials: _trials,
    excluded: _excluded,
    ...facts
  }: StoredCaseFacts,
  { suiteChecks, scores, rules }: { suiteChecks: EvalAssertion[]; scores: CaseFacts['scores']; rules: ExternalRules },
): CaseFacts {
  const { contentHash, evaluationHash } = gradedBy ?? configHashes(frozen, suiteChecks);
  return {
    ...facts,
    contentHash,
    evaluationHash: withExternalRules(evaluationHash, rules),
    scores,
  };
}
