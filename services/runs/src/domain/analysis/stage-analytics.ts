import type { EvalStage, FailureCategory, StageState } from '@assay/contract/areas/analysis/decision-summary';
import type { StageCounts, SuiteStageAnalytics, ToolFacts } from '@assay/contract/areas/analysis/stage-analytics';
import { EVAL_STAGES } from '@assay/grading/stages/stage-order';
import { wilsonInterval } from '@assay/grading/statistics/wilson';

/** Sums over the grades of one run: how often it had each state and each kind of failure, and how its tools answered. */
export interface StageFacts {
  iterations: number;
  states: {
    stage: EvalStage;
    state: StageState;
    count: number;
  }[];
  categories: { category: FailureCategory; count: number }[];
  tools: TimedTool[];
}

/** A tool with its calls by latency: bucket n counts those of 1.01^n milliseconds. */
type TimedTool = ToolFacts & { latencies: Record<string, number> };

type Told = Pick<SuiteStageAnalytics, 'iterations' | 'stages' | 'failureCategories'>;

/** At most this many tools are listed. */
const MAX_TOOLS = 200;

const sum = (counted: { count: number }[]): number => counted.reduce((total, { count }) => total + count, 0);

/** Stage statistics of some runs together. */
export function analyticsOf(facts: StageFacts[]): Told {
  const states = Map.groupBy(
    facts.flatMap((each) => each.states),
    ({ stage }) => stage,
  );
  const categories = Map.groupBy(
    facts.flatMap((each) => each.categories),
    ({ category }) => category,
  );
  return {
    iterations: facts.reduce((total, { iterations }) => total + iterations, 0),
    stages: EVAL_STAGES.map((stage) => countsOf(stage, states.get(stage) ?? [])),
    failureCategories: [...categories]
      .map(([category, counted]) => ({ category, iterations: sum(counted) }))
      .sort((a, b) => b.iterations - a.iterations),
  };
}

/** How the tools of some runs answered, the most called first. Latencies over several runs are within one percent. */
export function toolFactsOf(facts: StageFacts[]): ToolFacts[] {
  const tools = Map.groupBy(
    facts.flatMap((each) => each.tools),
    ({ serverName, toolName }) => JSON.stringify([serverName, toolName]),
  );
  return [...tools.values()]
    .map(addedUp)
    .sort((a, b) => b.calls - a.calls)
    .slice(0, MAX_TOOLS);
}

function addedUp(same: TimedTool[]): ToolFacts {
  const { latencies: _buckets, ...first } = same[0]!;
  if (same.length === 1) return first;
  const total = (of: 'calls' | 'errors') => same.reduce((added, each) => added + each[of], 0);
  const buckets = same
    .flatMap(({ latencies }) => Object.entries(latencies))
    .map(([n, calls]) => [Number(n), calls] as const);
  return {
    ...first,
    calls: total('calls'),
    errors: total('errors'),
    p50LatencyMs: latencyAt(0.5, buckets),
    p95LatencyMs: latencyAt(0.95, buckets),
  };
}

/** The latency that this fraction of the calls did not exceed; null without timed calls. */
function latencyAt(fraction: number, buckets: (readonly [n: number, calls: number])[]): number | null {
  const wanted = fraction * buckets.reduce((total, [, calls]) => total + calls, 0);
  let reached = 0;
  for (const [n, calls] of buckets.toSorted(([a], [b]) => a - b)) {
    reached += calls;
    if (reached >= wanted) return 1.01 ** n;
  }
  return null;
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
