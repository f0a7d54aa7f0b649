import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { EpochMs, Id, nullable, oneOf, open, page, pageQuery, record } from '../../schema.ts';
import { EvalSuiteSchedule } from '../schedules/documents.ts';
import { SuiteSettings } from './settings.ts';
import { ArchivedAt } from './listed-suites.ts';

/** The outcome for each case of a write. */
export type CaseUpsert = Static<typeof CaseUpsert>;
export const CaseUpsert = open(
  {
    committed: Type.Array(open({ id: Id, name: Type.String() })),
    failed: Type.Array(open({ id: Type.Optional(Id), name: Type.String(), error: Type.String() })),
  },
  { $id: 'EvalCaseUpsert' },
);

export type EvalSuiteCreated = Static<typeof EvalSuiteCreated>;
export const EvalSuiteCreated = open(
  {
    suiteId: Id,
    name: Type.String(),
    servers: Type.Array(open({ id: Id, name: Type.String() })),
    caseUpsert: CaseUpsert,
  },
  { $id: 'EvalSuiteCreated' },
);

export const GetEvalSuite = open({}, { $id: 'GetEvalSuite' });

/** The writers that may change a suite: every member (`app`), or only the file that declares it (`ci`). */
export const ManagedBy = oneOf(['ci', 'app']);

export type EvalSuiteDetail = Static<typeof EvalSuiteDetail>;
export const EvalSuiteDetail = open(
  {
    id: Id,
    name: Type.String(),
    description: nullable(Type.String()),
    projectId: Id,
    declaredId: Type.Optional(Type.String({ description: 'The id under which a file declares the suite.' })),
    managedBy: ManagedBy,
    archivedAt: Type.Optional(ArchivedAt),
    revisionNumber: Type.Integer({
      description: "Counts the changes of the suite's settings; its cases have revisions of their own.",
    }),
    tags: Type.Array(Type.String()),
    environment: open({ servers: Type.Array(Id), computerEnvironment: Type.Null() }),
    environmentIds: Type.Array(Id),
    executionConfig: nullable(
      open({
        model: Type.String(),
        provider: Type.Optional(Type.String()),
        systemPrompt: Type.Optional(Type.String()),
        temperature: Type.Optional(Type.Number()),
      }),
    ),
    hosts: Type.Array(
      open({
        id: Id,
        name: Type.String({ description: 'As the client was called when it was attached.' }),
        servers: Type.Optional(Type.Array(Id)),
      }),
      { description: 'The attached clients.' },
    ),
    settings: SuiteSettings,
    schedule: EvalSuiteSchedule,
    createdAt: EpochMs(),
    updatedAt: EpochMs(),
  },
  { $id: 'EvalSuiteDetail' },
);

/** One revision of a suite's settings. */
export type EvalSuiteRevision = Static<typeof EvalSuiteRevision>;
export const EvalSuiteRevision = open(
  {
    revisionNumber: Type.Integer(),
    createdAt: EpochMs(),
    createdBy: Type.Optional(Id),
    changed: Type.Array(Type.String(), {
      description: 'JSON Pointers into `suite` of what this revision changed; empty for the first.',
    }),
    words: Type.String({
      description: 'What this revision changed, in words: `a gate added, and 1 check added`. `made`, for the first.',
    }),
    changes: Type.Array(
      open({
        pointer: Type.String({ description: 'JSON Pointer into `suite`.' }),
        words: Type.String({ description: 'What changed there, in words. Names of people may stand in it.' }),
      }),
      { description: 'Setting by setting, in the order of `changed`.' },
    ),
    suite: record({ description: "The suite's name and settings as they were." }),
  },
  { $id: 'EvalSuiteRevision' },
);

export const EvalSuiteRevisionPage = page(EvalSuiteRevision, 'EvalSuiteRevisionPage');

export const ListEvalSuiteRevisions = pageQuery('ListEvalSuiteRevisions', 50, 200);

export const EvalSuiteEnvironmentAttached = open(
  { suiteId: Id, attached: Type.Boolean(), environmentIds: Type.Array(Id) },
  { $id: 'EvalSuiteEnvironmentAttached' },
);

export const EvalDeleted = open({ id: Id, deleted: Type.Literal(true) }, { $id: 'EvalDeleted' });
