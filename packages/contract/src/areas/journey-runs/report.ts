import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { Id, nullable, oneOf, open } from '../../schema.ts';
import { RunDecision } from '../analysis/decision.ts';
import { EarlyStopping, RateInterval } from '../analysis/statistics.ts';

const Count = Type.Integer({ minimum: 0 });
const unit = Type.Literal('sessions');
const verdict = oneOf(['passed', 'failed', 'inconclusive', 'notEstablished']);

/** The counts of a run's sessions, and the verdict that follows from them. */
export type JourneyRunReport = Static<typeof JourneyRunReport>;
export const JourneyRunReport = open(
  {
    contractVersion: Type.Literal(1),
    runId: Id,
    verdict: { ...verdict, description: 'Of the decision alone, never of counts.' },
    verdictSource: oneOf(['policyV2', 'none'], { description: '`policyV2` when there is a decision.' }),
    undecidedReason: Type.Optional(
      oneOf(
        ['executionPending', 'gradingPending', 'verdictSummaryUnavailable', 'integrityFailed', 'gradingNotConfigured'],
        { description: 'Why there is no verdict; present exactly then.' },
      ),
    ),
    execution: open({
      unit,
      configured: Count,
      reported: { ...Count, description: 'Sessions that are over.' },
      started: Count,
      notStarted: Count,
      unknown: { ...Count, description: 'Their runners were lost.' },
      completed: {
        ...Count,
        description: 'Conversations that ended by themselves, with or without their goal.',
      },
      interrupted: { ...Count, description: 'Started, and not completed.' },
      neverLaunched: Type.Boolean({ description: 'Every session is over and none was started.' }),
    }),
    goalGrading: open({
      unit,
      reported: { ...Count, description: 'Sessions that can be graded.' },
      passed: Count,
      failed: Count,
      pending: Count,
      unavailable: { ...Count, description: 'Could not be graded; neither passed nor failed.' },
      notRequested: { ...Count, description: 'None of their criteria decides: there is none, or all are advisory.' },
      waitingForDecisiveGrading: { ...Count, description: 'Pending ones whose verdict depends on it.' },
    }),
    observations: Type.Array(
      open({
        evaluatorId: Type.String({ description: 'The id of the criterion.' }),
        predicateType: Type.String({ description: 'The type of its assertion.' }),
        role: oneOf(['advisory', 'required']),
        stage: oneOf(['connection', 'discovery', 'selection', 'call', 'response', 'userValue']),
        unit,
        total: Count,
        passed: Count,
        failed: Count,
        pending: Count,
        unavailable: Count,
      }),
      { description: 'The criteria that are assertions. `passed + failed + pending + unavailable = total`.' },
    ),
    decision: Type.Optional(RunDecision),
    intervals: Type.Optional(
      open(
        {
          confidence: Type.Number({ description: 'How often such intervals cover the true rates: 0.95.' }),
          completionRate: nullable(RateInterval),
          evaluatorErrorRate: nullable(RateInterval),
          cases: Type.Array(
            open({
              caseId: Type.String(),
              passRate: nullable(RateInterval),
              completionRate: nullable(RateInterval),
              observedStability: nullable(RateInterval),
            }),
          ),
          observations: Type.Array(open({ evaluatorId: Type.String(), passRate: nullable(RateInterval) }), {
            description: 'Of the sessions in which the criterion was graded, these that met it.',
          }),
        },
        {
          description:
            'The 95 % interval (Wilson 1927) of each rate of the decision and of the observations; null for a rate over nothing. They decide nothing.',
        },
      ),
    ),
    earlyStopping: Type.Optional(
      open(
        {
          ...EarlyStopping.properties,
          sessionsNotHeld: Count,
          settledTargetIds: Type.Array(Type.String(), { description: 'Targets that got fewer sessions.' }),
        },
        {
          description:
            'Of a run that was launched so. Sessions that were not held count neither as configured trials nor as failed ones; with none, the run was not stopped early.',
        },
      ),
    ),
  },
  { $id: 'JourneyRunReport' },
);

/** How far a run is decided. */
export type JourneyVerdictSummary = Static<typeof JourneyVerdictSummary>;
export const JourneyVerdictSummary = open(
  {
    status: oneOf(['pending', 'decided', 'notEstablished', 'integrityFailed']),
    pendingSessions: Type.Optional({
      ...Count,
      description: 'Sessions that are not over or not graded; while pending.',
    }),
    decision: Type.Optional({ ...RunDecision.properties.verdict, description: 'Once decided.' }),
    reason: Type.Optional(Type.String()),
    stoppedEarly: Type.Optional(
      Type.Literal(true, { description: 'Some sessions were not held, because the verdict was settled.' }),
    ),
    updatedAt: Type.Integer({ description: 'Milliseconds since the epoch.' }),
  },
  { $id: 'JourneyVerdictSummary' },
);

/** How many sessions met each criterion of the rubric. */
export type RunScorecard = Static<typeof RunScorecard>;
export const RunScorecard = open(
  {
    runId: Id,
    criteria: Type.Array(
      open(
        {
          id: Type.String(),
          label: nullable(Type.String()),
          kind: Type.String({ description: '`assertion` or `goal`.' }),
          passCount: Count,
          failCount: Count,
          pendingCount: Count,
          failedGradingCount: { ...Count, description: 'Could not be graded. This is not a failure of the server.' },
        },
        { $id: 'ScorecardCriterion' },
      ),
    ),
    sessionsTotal: Count,
    sessionsGraded: {
      ...Count,
      description: 'Sessions of which every criterion was graded. Rates divide by it, never by the total.',
    },
  },
  { $id: 'RunScorecard' },
);
