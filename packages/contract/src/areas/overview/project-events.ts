import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { oneOf, open } from '../../schema.ts';

export type ProjectPart = Static<typeof ProjectPart>;
export const ProjectPart = oneOf(['servers', 'suites', 'drafts', 'schedules', 'runs', 'waves', 'environments'], {
  description: 'A part of a project.',
});

/** One event in the stream of a project. */
export type ProjectEvent = Static<typeof ProjectEvent>;
export const ProjectEvent = open(
  {
    id: Type.String({ description: 'A cursor: send it as `Last-Event-ID` to get the events after it.' }),
    type: Type.Literal('changed'),
    data: open({ parts: Type.Array(ProjectPart, { description: 'The parts that changed since the event before.' }) }),
  },
  { $id: 'ProjectEvent' },
);

export type ProjectEvents = Static<typeof ProjectEvents>;
export const ProjectEvents = open(
  { events: Type.Array(ProjectEvent), done: Type.Literal(false) },
  { $id: 'ProjectEvents' },
);
