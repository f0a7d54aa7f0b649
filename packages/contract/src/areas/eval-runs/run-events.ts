import type { Static, TSchema } from 'typebox';
import { Type } from '../../type.ts';
import { Id, nullable, open, variants } from '../../schema.ts';
import { EvalCheck } from '../iterations/check.ts';
import { EvalIteration } from '../iterations/documents.ts';
import { EvalRun } from './documents.ts';

const event = <T extends string, D extends TSchema>(type: T, data: D) =>
  open({
    id: Type.String({ description: 'A cursor: send it as `Last-Event-ID` to get the events after it.' }),
    type: Type.Literal(type),
    data,
  });

/** An iteration that ended, in short. */
export type RunProgress = Static<typeof RunProgress>;
export const RunProgress = open(
  {
    id: Id,
    testCaseId: nullable(Id),
    title: nullable(Type.String()),
    iterationNumber: Type.Integer(),
    model: nullable(Type.String()),
    status: EvalIteration.properties.status,
    result: EvalIteration.properties.result,
    durationMs: nullable(Type.Number()),
    failedChecks: Type.Array(EvalCheck, { description: 'Gating ones and advisory ones.' }),
    faults: EvalIteration.properties.faults,
    failureSource: EvalIteration.properties.failureSource,
  },
  { $id: 'EvalRunProgress' },
);

export const RunEnd = open(
  { status: EvalRun.properties.status, verdict: EvalRun.properties.verdict },
  { $id: 'EvalRunEnd' },
);

/** One event in the stream of a run. */
export type RunEvent = Static<typeof RunEvent>;
export const RunEvent = variants(
  'type',
  [event('run', EvalRun), event('iteration', RunProgress), event('end', RunEnd)],
  {
    $id: 'EvalRunEvent',
    description:
      '`run`: the run as lists show it, when it begins to be followed and whenever its status or its counts changed. `iteration`: a trial ended, or a gating judge made it fail. `end`: the run is over, and no more events come.',
  },
);

export type RunEvents = Static<typeof RunEvents>;
export const RunEvents = open(
  { events: Type.Array(RunEvent), done: Type.Boolean({ description: 'The run is over and nothing more will come.' }) },
  { $id: 'EvalRunEvents' },
);
