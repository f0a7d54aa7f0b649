import type { Static, TSchema } from 'typebox';
import { Type } from '../../type.ts';
import { open, variants } from '../../schema.ts';
import { JourneyRun, JourneyRunSession } from './documents.ts';
import { JourneyVerdictSummary } from './report.ts';

const event = <T extends string, D extends TSchema>(type: T, data: D) =>
  open({
    id: Type.String({ description: 'A cursor: send it as `Last-Event-ID` to get the events after it.' }),
    type: Type.Literal(type),
    data,
  });

const { status, canceled, stale } = JourneyRun.properties;
export const JourneyRunEnd = open(
  { status, canceled, stale, verdictSummary: JourneyVerdictSummary },
  { $id: 'JourneyRunEnd' },
);

/** One event in the stream of a journey run. */
export type JourneyRunEvent = Static<typeof JourneyRunEvent>;
export const JourneyRunEvent = variants(
  'type',
  [event('run', JourneyRun), event('session', JourneyRunSession), event('end', JourneyRunEnd)],
  {
    $id: 'JourneyRunEvent',
    description:
      '`run`: the run as lists show it, when it begins to be followed and whenever its status, its counts or its verdict changed. `session`: a session as lists show it, after it began, took a turn, ended or was graded; changes within half a second come as one event. `end`: the run is over and graded, and no more events come.',
  },
);

export type JourneyRunEvents = Static<typeof JourneyRunEvents>;
export const JourneyRunEvents = open(
  {
    events: Type.Array(JourneyRunEvent),
    done: Type.Boolean({ description: 'The run is over and graded, and nothing more will come.' }),
  },
  { $id: 'JourneyRunEvents' },
);
