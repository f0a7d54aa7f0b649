import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { EpochMs, Id, open } from '../../schema.ts';

/** A runner that asked for trials within the last day. */
export type Runner = Static<typeof Runner>;
export const Runner = open(
  {
    id: Type.String({ description: 'New with every start of the runner.' }),
    name: Type.String({ description: 'As its operator called it.' }),
    isLive: Type.Boolean({ description: 'It asked for work, or works on a trial, within the last 45 seconds.' }),
    isOwn: Type.Boolean({ description: 'A runner of this organization, by a runner token; else of the installation.' }),
    projectId: Type.Optional({ ...Id, description: 'The only project whose work it takes.' }),
    labels: Type.Array(Type.String()),
    takesUnlabelled: Type.Boolean({ description: 'It takes runs that ask for no labels.' }),
    slots: Type.Optional(Type.Integer({ description: 'Trials that it works on at a time.' })),
    slotsInUse: Type.Integer({ description: 'Trials of this organization that it works on.' }),
    kinds: Type.Array(Type.String(), { description: 'The kinds of work that it takes.' }),
    version: Type.Optional(Type.String()),
    lastSeenAt: EpochMs('When it asked for work last, exact to five seconds.'),
  },
  { description: 'It asked for trials within the last day.' },
);

/** A run that waits because no live runner may take it. */
export type UnservedRun = Static<typeof UnservedRun>;
export const UnservedRun = open(
  {
    runId: Id,
    runNumber: Type.Integer(),
    projectId: Id,
    suiteId: Id,
    labels: Type.Array(Type.String(), { description: 'The labels that its runner needs.' }),
    since: EpochMs('When it was launched.'),
  },
  { $id: 'UnservedRun' },
);

export type RunnerList = Static<typeof RunnerList>;
export const RunnerList = open(
  {
    items: Type.Array(Runner, { description: 'Live ones first, then the latest seen; at most 200.' }),
    waiting: Type.Array(UnservedRun, {
      description: 'Runs that no live runner may take, the longest waiting first; at most 50.',
    }),
  },
  { $id: 'RunnerList' },
);
