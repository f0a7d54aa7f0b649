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
  const { iterations, states, categories } = addedFacts(facts);
  return {
    iterations,
    stages: EVAL_STAGES.map((stage) =>
      countsOf(
        stage,
        states.filter((each) => each.stage === stage),
      ),
    ),
    failureCategories: categories
      .map(({ category, count }) => ({ category, iterations: count }))
      .sort((a, b) => b.iterations - a.iterations),
  };
}

/** How the tools of some runs answered, the most called first. Latencies over several runs are within one percent. */
export const toolFactsOf = (facts: StageFacts[]): ToolFacts[] =>
  addedTools(facts).map(({ latencies: _buckets, ...told }) => told);

/** Adds up the facts of several parts of a run, or of several runs. */
export function addedFacts(facts: StageFacts[]): StageFacts {
  const states = Map.groupBy(
    facts.flatMap((each) => each.states),
    ({ stage, state }) => `${stage} ${state}`,
  );
  const categories = Map.groupBy(
    facts.flatMap((each) => each.categories),
    ({ category }) => category,
  );
  return {
    iterations: facts.reduce((total, { iterations }) => total + iterations, 0),
    states: [...states.values()].map((same) => ({ ...same[0]!, count: sum(same) })),
    categories: [...categories].map(([category, same]) => ({ category, count: sum(same) })),
    tools: addedTools(facts),
  };
}

function addedTools(facts: StageFacts[]): TimedTool[] {
  const tools = Map.groupBy(
    facts.flatMap((each) => each.tools),
    ({ serverName, toolName }) => JSON.stringify([serverName, toolName]),
  );
  return [...tools.values()]
    .map(addedUp)
    .sort((a, b) => b.calls - a.calls)
    .slice(0, MAX_TOOLS);
}

function addedUp(same: TimedTool[]): TimedTool {
  const [first] = same;
  if (same.length === 1) return first!;
  const total = (of: 'calls' | 'errors') => same.reduce((added, each) => added + each[of], 0);
  const counted = new Map<number, number>();
  for (const { latencies } of same)
    for (const [n, calls] of Object.entries(latencies)) counted.set(Number(n), (counted.get(Number(n)) ?? 0) + calls);
  return {
    ...first!,
    calls: total('calls'),
    errors: total('errors'),
    p50LatencyMs: latencyAt(0.5, [...counted]),
    p95LatencyMs: latencyAt(0.95, [...counted]),
    latencies: Object.fromEntries(counted),
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
