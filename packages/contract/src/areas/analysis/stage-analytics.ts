import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { Id, nullable, oneOf, open } from '../../schema.ts';
import { EvalStage, FailureCategory } from './decision-summary.ts';
import { RunStatus } from '../eval-runs/status.ts';
import { RateInterval } from './statistics.ts';

const Count = Type.Integer({ minimum: 0 });
const Ms = nullable(Type.Number({ minimum: 0, description: 'Milliseconds; null when no call was timed.' }));

/** How many trials passed and failed at one stage. */
export type StageCounts = Static<typeof StageCounts>;
export const StageCounts = open(
  {
    stage: EvalStage,
    passed: Count,
    failed: Count,
    notReached: Count,
    notMeasured: Count,
    notApplicable: Count,
    passRate: nullable(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'Trials that passed, of the trials that passed or failed; null when there are none.',
      }),
    ),
    passRateInterval: nullable(RateInterval),
  },
  { $id: 'EvalStageCounts' },
);

/** How one tool of one server answered. */
export type ToolFacts = Static<typeof ToolFacts>;
export const ToolFacts = open(
  {
    serverName: Type.String(),
    toolName: Type.String(),
    calls: Count,
    errors: Count,
    p50LatencyMs: Ms,
    p95LatencyMs: Ms,
  },
  { $id: 'EvalToolFacts' },
);

const facts = {
  iterations: {
    ...Count,
    description: 'Trials whose path was analyzed; trials of which nothing was recorded are not counted.',
  },
  stages: Type.Array(StageCounts, { minItems: 6, maxItems: 6 }),
  failureCategories: Type.Array(open({ category: FailureCategory, iterations: Count }), {
    description: 'Of the trials that did not pass, the most frequent first.',
  }),
};

/** How far the trials of a run came. */
export type RunStageAnalytics = Static<typeof RunStageAnalytics>;
export const RunStageAnalytics = open(
  {
    runId: Id,
    suiteId: Id,
    status: RunStatus,
    ...facts,
    tools: Type.Array(ToolFacts, { description: 'The 200 most called ones at most.' }),
  },
  { $id: 'EvalRunStageAnalytics' },
);

/** How far the trials of a suite's newest runs came, per run and in total. */
export type SuiteStageAnalytics = Static<typeof SuiteStageAnalytics>;
export const SuiteStageAnalytics = open(
  {
    suiteId: Id,
    ...facts,
    tools: Type.Array(ToolFacts),
    runs: Type.Array(
      open({
        runId: Id,
        runNumber: Type.Integer(),
        status: oneOf(['completed', 'failed', 'cancelled', 'timed_out']),
        ...facts,
      }),
      { description: 'The newest first.' },
    ),
    truncated: Type.Boolean({
      description: 'Not all of the newest 50 runs are summed up yet; the next reading has more of them.',
    }),
  },
  { $id: 'EvalSuiteStageAnalytics' },
);
