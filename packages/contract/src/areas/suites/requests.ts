import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { InlineCases } from '../cases/documents.ts';
import { closed, Id, nullable } from '../../schema.ts';
import { settingsInput, SuiteSettingsPatch } from './settings.ts';
import { Name, NameReference, Prose } from '../../text.ts';

const Description = Prose(10_000);

const Tags = Type.Array(Prose(100), { maxItems: 50 });

const ServerIds = Type.Array(Id, { minItems: 1, maxItems: 50, description: 'The servers the suite runs against.' });

/** At most this many environments, and this many clients, are attached to a suite. */
const MAX_TARGETS = 20;

const SuiteHosts = Type.Array(
  closed({
    host: Prose(200, { minLength: 1, description: 'Name or id of a client.' }),
    servers: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        maxItems: 50,
        description: "Ids or names of servers of the suite: the client's runs use these alone.",
      }),
    ),
  }),
  { maxItems: MAX_TARGETS, description: 'The attached clients; the list replaces the earlier ones.' },
);

/** The body that authors a suite with its cases. */
export type CreateEvalSuite = Static<typeof CreateEvalSuite>;
export const CreateEvalSuite = closed(
  {
    name: Name({ description: 'Unique within the project.' }),
    description: Type.Optional(Description),
    serverIds: ServerIds,
    serverNames: Type.Optional(
      Type.Array(Type.String(), { description: 'Accepted and not used: names are read from the saved servers.' }),
    ),
    model: Type.Optional(
      Prose(200, {
        minLength: 1,
        description:
          'The model of cases that name none; may be absent when no case has a prompt step without a model of its own, or when environments or clients are attached, which have one.',
      }),
    ),
    provider: Type.Optional(Prose(200)),
    passCriteria: Type.Optional(
      closed({
        minimumPassRate: Type.Optional(
          Type.Number({
            minimum: 0,
            maximum: 100,
            description: 'Older name of `minimumAccuracy`; a percent, so values between 0 and 1 are refused.',
          }),
        ),
      }),
    ),
    tags: Type.Optional(Tags),
    environmentIds: Type.Optional(
      Type.Array(Id, { minItems: 1, maxItems: MAX_TARGETS, description: 'The environments to attach.' }),
    ),
    hosts: Type.Optional(SuiteHosts),
    ...settingsInput,
    settings: Type.Optional(
      closed(settingsInput, {
        description: 'The settings as replies and PATCH have them, instead of at the top level.',
      }),
    ),
    tests: Type.Optional({
      ...InlineCases,
      minItems: 0,
      description: 'All of them are written, or none: the first fault is named by its path. Cases may come later.',
    }),
  },
  { $id: 'CreateEvalSuite' },
);

const ExpectedRevision = Type.Integer({
  minimum: 0,
  description: 'The `revisionNumber` that was read; a CONFLICT when the suite was changed since.',
});

/** The body that changes a suite: absent leaves alone, null clears, a value replaces. */
export type UpdateEvalSuite = Static<typeof UpdateEvalSuite>;
export const UpdateEvalSuite = closed(
  {
    name: Type.Optional(Name({ description: 'Unique within the project.' })),
    description: Type.Optional(nullable(Description)),
    tags: Type.Optional(Tags),
    environment: Type.Optional(
      closed({
        servers: Type.Optional(
          Type.Array(NameReference(), {
            maxItems: 50,
            description:
              'Ids or names of saved servers; absent keeps them. With none, every run has to name its servers.',
          }),
        ),
        computerEnvironment: Type.Optional(
          nullable(Type.String({ minLength: 1, description: 'Name or id; null clears.' })),
        ),
      }),
    ),
    environmentIds: Type.Optional(
      nullable(
        Type.Array(Id, {
          minItems: 1,
          maxItems: MAX_TARGETS,
          description: 'Replaces the attached environments; null detaches all of them.',
        }),
      ),
    ),
    executionConfig: Type.Optional(
      closed(
        {
          model: Type.Optional(Prose(200, { minLength: 1 })),
          provider: Type.Optional(Prose(200)),
          systemPrompt: Type.Optional(Prose(100_000)),
          temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2 })),
        },
        { description: 'Merged with the existing settings; a suite that has no model yet needs one first.' },
      ),
    ),
    hosts: Type.Optional(SuiteHosts),
    settings: Type.Optional(SuiteSettingsPatch),
    expectedRevision: Type.Optional(ExpectedRevision),
    expectedRevisionNumber: Type.Optional({ ...ExpectedRevision, description: 'Another name of `expectedRevision`.' }),
  },
  { $id: 'EvalSuiteUpdateRequest' },
);

/** The body that restores a revision. */
export const RestoreEvalSuiteRevision = closed(
  { expectedRevision: Type.Optional(ExpectedRevision) },
  { $id: 'EvalSuiteRestoreRequest' },
);

/** The body that attaches an environment; attaching it again changes nothing. */
export const AttachEvalSuiteEnvironment = closed({ environmentId: Id }, { $id: 'EvalSuiteEnvironmentAttachRequest' });
