import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, Id, oneOf, pageQuery, variants } from '../../schema.ts';
import { RunDecision } from './decision.ts';
import { DecisionSteps, LeftOutTrials, MissingTrials, VerdictChange } from './decision-steps.ts';
import { CasesWithoutGrading } from '../eval-runs/cases-without-grading.ts';
import { RunStatus, UndecidedReason } from '../eval-runs/status.ts';

const Count = Type.Integer({ minimum: 0 });
const Words = Type.Array(Type.String({ minLength: 1 }), { minItems: 1 });

/** A part of a trial's path from connecting to being useful. */
export type EvalStage = Static<typeof EvalStage>;
export const EvalStage = oneOf(['connection', 'discovery', 'selection', 'call', 'response', 'userValue'], {
  $id: 'EvalStage',
});

export type StageState = Static<typeof StageState>;
export const StageState = oneOf(['passed', 'failed', 'notReached', 'notMeasured', 'notApplicable'], {
  $id: 'EvalStageState',
  description:
    '`notReached`: the trial ended before it; `notMeasured`: there was no evidence for it; `notApplicable`: the trial has no such part.',
});

/** The kind of a failure. `evaluator`: the failure says nothing about the server. */
export type FailureCategory = Static<typeof FailureCategory>;
export const FailureCategory = oneOf(
  ['setup', 'metadata', 'selection', 'arguments', 'serverData', 'userValue', 'evaluator'],
  { $id: 'EvalFailureCategory' },
);

/** The outcome of one stage of one trial, with its evidence. */
export type StageRow = Static<typeof StageRow>;
export const StageRow = closed(
  {
    stage: EvalStage,
    state: StageState,
    reasons: Type.Optional(Words),
    spanIds: Type.Optional(
      Type.Array(Type.String(), { minItems: 1, description: 'The place in the trace where it happened.' }),
    ),
    promptIndexes: Type.Optional(Type.Array(Count, { minItems: 1 })),
    toolName: Type.Optional(Type.String({ description: 'The tool that the first reason is about.' })),
    errorCode: Type.Optional(Type.String()),
  },
  { $id: 'EvalStageRow' },
);

const Ahead = Type.Optional(
  closed({ reported: Count, known: Count }, { description: 'The chain was made by a newer analyzer than this one.' }),
);

/** How far a trial came. `absent`: the trial was never analyzed, because nothing was recorded of it. */
export type Chain = Static<typeof Chain>;
export const Chain = variants(
  'status',
  [
    closed({
      status: Type.Literal('verified'),
      stages: Type.Array(StageRow, { minItems: 6, maxItems: 6 }),
      firstFailedStage: Type.Optional(EvalStage),
      failureCategory: Type.Optional(FailureCategory),
      analyzerVersion: Count,
      analyzerVersionAhead: Ahead,
    }),
    closed({ status: Type.Literal('unverified'), analyzerVersion: Type.Optional(Count), analyzerVersionAhead: Ahead }),
    closed({ status: Type.Literal('absent') }),
  ],
  { $id: 'EvalStageChain' },
);

/** One trial that did not pass: how far it came, and what to try next. */
export type Diagnostic = Static<typeof Diagnostic>;
export const Diagnostic = closed(
  {
    iterationId: Id,
    iterationNumber: Count,
    caseId: Type.Optional(
      Type.String({ description: 'The id under which a file declares the case, or a reporter its own.' }),
    ),
    testCaseId: Type.Optional(Id),
    title: Type.Optional(Type.String()),
    status: Type.String(),
    result: Type.Optional(oneOf(['passed', 'failed'])),
    chain: Chain,
    expected: Type.Optional(closed({ toolNames: Words })),
    observed: Type.Optional(
      closed({ toolNames: Type.Optional(Type.Array(Type.String())), failure: Type.Optional(Type.String()) }),
    ),
    evidence: closed({
      runId: Id,
      iterationId: Id,
      stage: Type.Optional(EvalStage),
      spanIds: Type.Optional(Words),
      promptIndexes: Type.Optional(Type.Array(Count, { minItems: 1 })),
      reasons: Type.Optional(Words),
      tracePath: Type.String({ description: "Append to the API's base URL to read the trace." }),
    }),
    nextAction: Type.String({ description: 'What to try next, in one sentence.' }),
  },
  { $id: 'EvalDiagnostic' },
);

/** The decision of a run, and the failure of every trial that did not pass. */
export type DecisionSummary = Static<typeof DecisionSummary>;
export const DecisionSummary = closed(
  {
    schemaVersion: Type.Literal(1),
    runId: Id,
    runStatus: RunStatus,
    verdict: oneOf(['passed', 'failed', 'inconclusive', 'notEstablished']),
    verdictSource: oneOf(['policyV2', 'legacy', 'none'], {
      description:
        '`policyV2`: graded per case, see `decision`; `legacy`: suite-wide accuracy; `none`: there is no verdict, or no decision that explains it.',
    }),
    counts: Type.Optional(
      variants(
        'measurementUnit',
        [
          closed({
            measurementUnit: Type.Literal('caseVariant'),
            total: Count,
            passed: Count,
            failed: Count,
            inconclusive: Count,
          }),
          closed({
            measurementUnit: Type.Literal('trial'),
            total: Type.Optional(Count),
            passed: Type.Optional(Count),
            failed: Type.Optional(Count),
          }),
        ],
        { $id: 'EvalRunDecisionCounts' },
      ),
    ),
    decision: Type.Optional(RunDecision),
    undecided: Type.Optional(
      closed({
        reason: UndecidedReason,
        detail: Type.Optional(Type.String()),
      }),
    ),
    casesWithoutGrading: Type.Optional(CasesWithoutGrading),
    steps: Type.Optional({ ...DecisionSteps, description: 'Not on a page that a cursor reached.' }),
    leftOut: Type.Optional(
      Type.Array(LeftOutTrials, {
        description: 'By reason, each of them, also with no trial. Not on a page that a cursor reached.',
      }),
    ),
    earlierRuns: Type.Optional({
      ...Count,
      description: "The suite's ended runs before it that `leftOut` counts: at most 12.",
    }),
    verdictChanges: Type.Optional(
      Type.Array(VerdictChange, {
        description:
          'The smallest changes that would turn the verdict, or make it certain; none without a verdict. Not on a page that a cursor reached.',
      }),
    ),
    missing: Type.Optional(MissingTrials),
    diagnostics: closed({
      items: Type.Array(Diagnostic),
      complete: Type.Boolean({ description: 'Whether these are all: never on a page that a cursor reached.' }),
      nextCursor: Type.Optional(Type.String({ description: 'Absent on the last page.' })),
      scannedIterations: {
        ...Count,
        description:
          'Trials that this page covers: the listed ones, and the ones that were examined and had nothing wrong.',
      },
    }),
  },
  { $id: 'EvalRunDecisionSummary' },
);

export const GetEvalRunDecisionSummary = pageQuery('GetEvalRunDecisionSummary', 50, 200);
