import type { EvalStage, FailureCategory, StageState } from '@assay/contract/areas/analysis/decision-summary';
import type { StageCounts, SuiteStageAnalytics, ToolFacts } from '@assay/contract/areas/analysis/stage-analytics';
import { EVAL_STAGES } from '@assay/grading/stages/stage-order';
import { wilsonInterval } from '@assay/grading/statistics/wilson';

/**
 * Sums of stored grades: how often each run had each state and each kind of failure, and how tools answered in all
 * runs.
 */
export interface StageFacts {
  iterations: { runId: string; count: number }[];
  states: {
    runId: string;
    stage: EvalStage;
    state: StageState;
    count: number;
  }[];
  categories: { runId: string; category: FailureCategory; count: number }[];
  tools: ToolFacts[];
}

type Told = Pick<SuiteStageAnalytics, 'iterations' | 'stages' | 'failureCategories'>;

const sum = (counted: { count: number }[]): number => counted.reduce((total, { count }) => total + count, 0);

/** Stage statistics of one run, or of all. */
export function analyticsOf(facts: StageFacts, runId?: string): Told {
  const of = <T extends { runId: string }>(all: T[]): T[] =>
    runId === undefined ? all : all.filter((each) => each.runId === runId);
  const states = of(facts.states);
  const categories = Map.groupBy(of(facts.categories), ({ category }) => category);
  return {
    iterations: sum(of(facts.iterations)),
    stages: EVAL_STAGES.map((stage) =>
      countsOf(
        stage,
        states.filter((each) => each.stage === stage),
      ),
    ),
    failureCategories: [...categories]
      .map(([category, counted]) => ({ category, iterations: sum(counted) }))
      .sort((a, b) => b.iterations - a.iterations),
  };
}

function countsOf(stage: StageCounts['stage'], states: StageFacts['states']): StageCounts {
  const having = (state: string) => sum(states.filter((each) => each.state === state));
  const [passed, failed] = [having('passed'), having('failed')];
  const measured = passed + failed;
  return {
    stage,
    passed,
    failed,
    notReached: having('notReached'),
    notMeasured: having('notMeasured'),
    notApplicable: having('notApplicable'),
    passRate: measured === 0 ? null : passed / measured,
    passRateInterval: wilsonInterval(passed, measured),
  };
}
