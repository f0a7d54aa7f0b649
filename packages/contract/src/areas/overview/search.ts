import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { Id, oneOf, open } from '../../schema.ts';
import { Prose } from '../../text.ts';

export type ObjectKind = Static<typeof ObjectKind>;
export const ObjectKind = oneOf([
  'project',
  'server',
  'tool',
  'suite',
  'case',
  'authoringJob',
  'run',
  'runGroup',
  'iteration',
  'environment',
  'client',
  'study',
  'swarm',
  'journey',
  'journeyRun',
]);

/** An object of a project by its kind, id and name. */
export type FoundObject = Static<typeof FoundObject>;
export const FoundObject = open(
  {
    kind: ObjectKind,
    id: Type.String({ description: 'Of a tool, its name.' }),
    name: Type.String({ description: 'As people gave it, or as the server declares it.' }),
    projectId: Id,
    parent: Type.Optional(
      open({ kind: ObjectKind, id: Id, name: Type.String() }, { description: 'The object that it belongs to.' }),
    ),
    path: Type.Optional(
      Type.String({
        description:
          'The path of its page in the console, below the address of the installation; absent where it has none.',
      }),
    ),
  },
  { $id: 'FoundObject' },
);

export type SearchProject = Static<typeof SearchProject>;
export const SearchProject = open(
  {
    q: Prose(200, {
      description:
        'Words that a name has, in any order and case; or a whole id; or the number of a run, with the name of its suite or without.',
    }),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 50, description: 'At most this many of each kind; 5 when absent.' }),
    ),
  },
  { $id: 'SearchProject' },
);

export type SearchResult = Static<typeof SearchResult>;
export const SearchResult = open(
  {
    items: Type.Array(FoundObject, {
      description: 'Grouped by kind; of one kind, names that begin with the words first, then the newest.',
    }),
    unavailable: Type.Array(Type.String(), { description: 'Services that did not answer in time.' }),
  },
  { $id: 'SearchResult' },
);
