import { configHashes } from '@assay/grading/compare/config-hash';
import type { CaseFacts, SideFacts } from '@assay/grading/compare/sides';
import type { Db } from '@assay/kit/db';
import type { Run } from './domain/run.ts';
import { listCaseFacts, type StoredCaseFacts } from './store/case-facts.ts';
import { findScoreFacts, type ScoreFacts } from './store/score-facts.ts';

/** How two runs came out, as they are compared; in the order in which they are given. */
export async function sidesOf(db: Db, runs: [Run, Run]): Promise<[SideFacts, SideFacts]>;
export async function sidesOf(db: Db, runs: [Run]): Promise<[SideFacts]>;
export async function sidesOf(db: Db, runs: Run[]): Promise<SideFacts[]> {
  const ids = runs.map(({ id }) => id);
  const [stored, scored] = [await listCaseFacts(db, ids), await findScoreFacts(db, ids)];
  const [cases, scores] = [Map.groupBy(stored, ({ runId }) => runId), Map.groupBy(scored.scores, placeOf)];
  return runs.map((run) => sideOf(run, cases.get(run.id) ?? [], scores, scored));
}

const placeOf = ({ runId, position, model }: { runId: string; position: number; model: string | null }): string => `${runId} ${position} ${model ?? ''}`;

function sideOf(run: Run, cases: StoredCaseFacts[], scores: Map<string, ScoreFacts['scores']>, { sides }: ScoreFacts): SideFacts {
  const sum = (of: 'trials' | 'excluded') => cases.reduce((total, each) => total + each[of], 0);
  const { scoredIterations = 0, quarantinedIterations = 0 } = sides.find(({ runId }) => runId === run.id) ?? {};
  return {
    isComplete: run.status === 'completed', trials: sum('trials'), excluded: sum('excluded'), scoredIterations, quarantinedIterations,
    cases: cases.map((each) => caseOf(each, scores.get(placeOf(each)) ?? [])),
  };
}

function caseOf({ frozen, suiteChecks, runId: _run, position: _position, trials: _trials, excluded: _excluded, ...facts }: StoredCaseFacts, scores: CaseFacts['scores']): CaseFacts {
  return { ...facts, ...configHashes(frozen, suiteChecks), scores };
}
