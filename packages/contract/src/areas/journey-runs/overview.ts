import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { EpochMs, Id, nullable, open } from '../../schema.ts';
import { RateInterval } from '../analysis/statistics.ts';
import { JourneyRun } from './documents.ts';

const Count = Type.Integer({ minimum: 0 });
const Rate = Type.Number({ minimum: 0, maximum: 1 });

/** The newest journey runs of a project, and how their sessions fared. */
export type SwarmOverview = Static<typeof SwarmOverview>;
export const SwarmOverview = open(
  {
    runs: Type.Array(
      open({
        runId: Id,
        journeyId: Id,
        journeyName: Type.String(),
        journeyArchived: Type.Boolean(),
        personaName: Type.String(),
        status: JourneyRun.properties.status,
        waveId: Type.Optional(Type.String()),
        summary: JourneyRun.properties.summary,
        goalCompletion: nullable(
          open(
            {
              gradedCount: { ...Count, description: 'Sessions that passed or failed.' },
              passedCount: Count,
              avgScore: nullable(Rate),
              pendingCount: nullable(Count),
              failedCount: nullable({ ...Count, description: 'Could not be graded.' }),
            },
            { description: 'Null for a run without a rubric.' },
          ),
        ),
        findings: Type.Array(
          open({
            criterionId: Type.String(),
            label: nullable(Type.String()),
            kind: nullable(Type.String()),
            failCount: Count,
            pendingCount: Count,
            failedGradingCount: Count,
            sessionsGraded: Count,
            runStreak: { ...Count, description: 'Runs of the journey in a row, this one and before, with a failure.' },
          }),
          { description: 'The criteria that sessions did not meet.' },
        ),
        targets: Type.Array(
          open({
            hostName: Type.String(),
            modelId: Type.String(),
            environmentName: Type.Optional(Type.String()),
          }),
        ),
        createdAt: EpochMs(),
      }),
      { description: 'The newest 50, newest first.' },
    ),
    runsConsidered: Count,
    goalCompletion: open({
      gradedCount: Count,
      passedCount: Count,
      passRate: nullable(Rate),
      interval: nullable(RateInterval),
      runsWithGrades: Count,
      trend: Type.Array(
        open({
          dayStartMs: EpochMs('Midnight in UTC.'),
          gradedCount: Count,
          passedCount: Count,
          passRate: Rate,
          interval: RateInterval,
        }),
        { description: 'By the day of the launch, oldest first; days without graded sessions are left out.' },
      ),
    }),
  },
  { $id: 'SwarmOverview' },
);
