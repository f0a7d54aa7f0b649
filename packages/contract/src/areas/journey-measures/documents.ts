import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { Id, nullable, open } from '../../schema.ts';
import { StudyMetrics, StudySignals } from '../study-analytics/documents.ts';

const Count = Type.Integer({ minimum: 0 });
const { sessions, approvals, feedback, turns, toolCalls, rates, latency, tools } = StudyMetrics.properties;

/** The measures of people's conversations, of personas: null where only people could have been measured. */
const measures = {
  sessions: open({
    total: {
      ...Count,
      description: 'Conversations that ended; each counts once, however often it was tried.',
    },
    ended: sessions.properties.ended,
    left: nullable(sessions.properties.left),
    abandoned: nullable(sessions.properties.abandoned),
    answered: sessions.properties.answered,
    leftOut: open(
      {
        open: Count,
        broke: Count,
        limited: Count,
        withdrawn: Count,
      },
      { description: 'Sessions that are not measured: they are not over, broke off, met a limit or were cancelled.' },
    ),
  }),
  visitors: nullable(Count),
  turns,
  toolCalls,
  approvals: nullable(approvals),
  feedback: nullable(feedback),
  rates: { ...rates, description: 'As of a study. What only people do is a rate of nothing: its value is null.' },
  latency,
  tools,
  signals: StudySignals.properties.signals,
  scan: StudySignals.properties.scan,
};

/** The measures of the sessions of a journey run. */
export type JourneyRunMeasures = Static<typeof JourneyRunMeasures>;
export const JourneyRunMeasures = open(
  { projectId: Id, runId: Id, journeyId: Id, waveId: Type.String(), ...measures },
  { $id: 'JourneyRunMeasures' },
);

/** The measures of the sessions of a wave. */
export type JourneyWaveMeasures = Static<typeof JourneyWaveMeasures>;
export const JourneyWaveMeasures = open(
  { projectId: Id, waveId: Type.String(), runs: Count, ...measures },
  { $id: 'JourneyWaveMeasures' },
);
