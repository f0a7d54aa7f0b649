import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, nullable, oneOf, open, page, pageQuery, record } from '../../schema.ts';
import { IdempotencyKey } from '../../idempotency-key.ts';
import { Prose } from '../../text.ts';
import { LabReport } from './report.ts';

const Count = Type.Integer({ minimum: 0 });

/** The sizes of a lab that names none, in offered tools. */
export const DEFAULT_SIZES = [5, 20, 50, 100, 250];

/** A tool under another name or with another description. */
export type ToolOverride = Static<typeof ToolOverride>;
export const ToolOverride = closed(
  {
    toolName: Type.String({ minLength: 1, maxLength: 200, description: 'The name that the server declares.' }),
    name: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9_-]{1,64}$',
        description: 'The new name. Models only take letters, digits, underscores and hyphens.',
      }),
    ),
    description: Type.Optional(Prose(20_000, { minLength: 1, description: 'The new description.' })),
  },
  { $id: 'ToolOverride', description: 'One of `name` and `description` at least.' },
);

/** A prompt, and the tool that a model should choose for it. */
export type LabTask = Static<typeof LabTask>;
export const LabTask = closed(
  {
    prompt: Prose(8_000, { minLength: 1, description: 'What a user says.' }),
    expectedTool: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'A tool of the server, by the name that the server declares.',
    }),
    arguments: Type.Optional(
      record({
        description:
          'Arguments that the call should have, at most 4000 characters of JSON; further ones are allowed. The name of a JSON type stands for any value of it.',
      }),
    ),
  },
  { $id: 'LabTask' },
);

const shared = {
  name: Type.Optional(Prose(200)),
  overrides: Type.Optional(
    Type.Array(ToolOverride, {
      minItems: 1,
      maxItems: 100,
      description:
        'Each task is also tried with these new names and descriptions, which are compared with the old ones.',
    }),
  ),
  repetitions: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10,
      description: 'How often each task is tried at each size; 1 when absent. Intervals count each task once.',
    }),
  ),
  seed: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2_147_483_647,
      description:
        'Decides which tools are offered and in which order. The same seed offers the same; random when absent.',
    }),
  ),
  maxCostUsd: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 1_000_000,
      description: 'The most that all calls of the model may cost together. The lab ends when it is used up.',
    }),
  ),
};

export type StartCatalogueLab = Static<typeof StartCatalogueLab>;
export const StartCatalogueLab = closed(
  {
    ...shared,
    model: Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'The model that chooses, `provider/name`. `scripted/rules` works offline and says nothing about language models.',
    }),
    tasks: Type.Optional(Type.Array(LabTask, { minItems: 1, maxItems: 100 })),
    suiteId: Type.Optional({
      ...Id,
      description:
        'Takes the tasks from the cases of this suite: the first prompt of each case whose next assert steps expect one tool of the server.',
    }),
    draftTasks: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        description: "Has this number of tasks drafted from the server's declarations, by the model that drafts cases.",
      }),
    ),
    sizes: Type.Optional(
      Type.Array(Type.Integer({ minimum: 2, maximum: 250 }), {
        minItems: 1,
        maxItems: 8,
        description: `How many tools are offered, one after the other, each number once; ${DEFAULT_SIZES.join(', ')} when absent.`,
      }),
    ),
    systemPrompt: Type.Optional(Prose(8_000)),
    temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2 })),
    idempotencyKey: Type.Optional(IdempotencyKey),
  },
  {
    $id: 'StartCatalogueLab',
    description:
      'Exactly one of `tasks`, `suiteId` and `draftTasks`. At most 5000 trials: tasks × sizes × repetitions, twice that with overrides.',
  },
);

export const labStatuses = [
  'draft',
  'drafting',
  'running',
  'completed',
  'failed',
  'cancelled',
  'rate_limited',
] as const;
const LabStatus = oneOf([...labStatuses], {
  description:
    '`draft`: not started. `drafting`: its tasks are drafted. `failed`: `error` says why. `rate_limited`: a budget or the provider takes no more calls. The trials before the end are in the report.',
});

const LabError = open({ code: Type.String(), message: Type.String() });

/** Facts about a lab that lists and reads show. */
const listed = {
  id: Id,
  projectId: Id,
  serverId: Type.Optional(Id),
  runId: Type.Optional({
    ...Id,
    description: 'Of a description experiment: the run that its tasks and tools are from.',
  }),
  name: Type.Optional(Type.String()),
  status: LabStatus,
  error: Type.Optional(LabError),
  model: Type.String(),
  isLanguageModel: Type.Boolean({
    description:
      'False for `scripted/rules`, which calls the tool that the prompt names: such a lab says nothing about language models.',
  }),
  note: Type.Optional(Type.String({ description: 'A warning that belongs to every number of the lab.' })),
  sizes: Type.Array(Count),
  repetitions: Count,
  seed: Type.Integer(),
  overrides: Type.Array(ToolOverride),
  tasks: open({
    source: oneOf(['given', 'suite', 'drafted', 'run']),
    count: Count,
    suiteId: Type.Optional(Id),
    draftedBy: Type.Optional(Type.String({ description: 'The model that drafted them.' })),
    leftOut: open(
      {
        noPrompt: { ...Count, description: 'Cases that do not begin with a prompt.' },
        noExpectedTool: { ...Count, description: 'Cases whose first prompt expects no call of a tool.' },
        severalTools: {
          ...Count,
          description: 'Cases whose first prompt expects several tools: one call cannot be right.',
        },
        unknownTool: { ...Count, description: 'Cases that expect a tool which the server does not declare.' },
        tooMany: { ...Count, description: 'Cases beyond the hundredth.' },
      },
      { description: 'Cases that make no task.' },
    ),
  }),
  catalogue: open({
    toolsFrom: oneOf(['server', 'run'], {
      description: '`server`: as the server declared them when the lab was made. `run`: as the run recorded them.',
    }),
    ownTools: Count,
    projectDistractors: { ...Count, description: "Tools of the project's other servers, as they were last read." },
    builtInDistractors: { ...Count, description: 'Made-up tools that Assay brings along.' },
    leftOut: {
      ...Count,
      description:
        'Tools that are not offered: another tool has their name, theirs is empty or longer than 200 characters, or there are too many.',
    },
    clipped: Type.Array(Type.String(), {
      description: 'Tools whose declaration is offered shortened, because it is too long.',
    }),
  }),
  progress: open({
    trials: Count,
    done: Count,
    failed: { ...Count, description: 'Of `done`: the model did not answer. They count in no rate.' },
  }),
  usage: open(
    {
      inputTokens: Count,
      outputTokens: Count,
      costUsd: Type.Number({ minimum: 0 }),
      unpricedTrials: { ...Count, description: 'Trials whose cost is not known.' },
    },
    { description: 'Of the trials that are counted.' },
  ),
  maxCostUsd: Type.Optional(Type.Number()),
  createdAt: EpochMs(),
  startedAt: Type.Optional(EpochMs()),
  endedAt: Type.Optional(EpochMs()),
};

/** A lab as lists show it. */
export type ListedLab = Static<typeof ListedLab>;
export const ListedLab = open(listed, { $id: 'CatalogueLabSummary' });
export const CatalogueLabPage = page(ListedLab, 'CatalogueLabPage');

/** One lab, with its report once it is over. */
export type CatalogueLab = Static<typeof CatalogueLab>;
export const CatalogueLab = open(
  { ...listed, report: nullable(LabReport) },
  { $id: 'CatalogueLab', description: 'A lab with its `report`, which is null until the lab is over.' },
);

const { cursor, limit } = pageQuery('CatalogueLabPageQuery', 50, 200).properties;
export const ListCatalogueLabs = open({ serverId: Type.Optional(Id), cursor, limit }, { $id: 'ListCatalogueLabs' });

export const CatalogueLabStarted = open(
  {
    labId: Id,
    projectId: Id,
    serverId: Id,
    status: LabStatus,
    seed: Type.Integer(),
    trials: { ...Count, description: '0 while tasks are drafted.' },
    deduped: Type.Boolean({ description: 'An earlier request with this idempotency key made it.' }),
  },
  { $id: 'CatalogueLabStarted' },
);

export const CatalogueLabCancelled = open(
  { labId: Id, status: LabStatus, alreadyCancelled: Type.Boolean() },
  { $id: 'CatalogueLabCancelled' },
);

export type CreateDescriptionExperiment = Static<typeof CreateDescriptionExperiment>;
export const CreateDescriptionExperiment = closed(
  {
    ...shared,
    overrides: Type.Array(ToolOverride, {
      minItems: 1,
      maxItems: 100,
      description: 'The new names and descriptions, which are compared with the ones that the run saw.',
    }),
    model: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'The model that chooses; when absent, the only model of the run.',
      }),
    ),
  },
  { $id: 'CreateDescriptionExperiment' },
);

export const DescriptionExperimentPage = page(ListedLab, 'DescriptionExperimentPage');
export const ListDescriptionExperiments = pageQuery('ListDescriptionExperiments', 50, 200);
