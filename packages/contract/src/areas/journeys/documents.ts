import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { IdempotencyKey } from '../../idempotency-key.ts';
import { closed, EpochMs, Id, nullable, open, page, pageQuery } from '../../schema.ts';
import { Name, NameReference, Prose } from '../../text.ts';
import { JourneyRubric } from './rubric.ts';

/** How much a launch does: set together, or not at all. */
export const executionConfig = {
  sessionsPerTarget: Type.Integer({ minimum: 1, maximum: 100, description: 'Conversations with each target.' }),
  maxTurns: Type.Integer({
    minimum: 1,
    maximum: 200,
    description: 'Messages that the persona sends in a conversation at most.',
  }),
};

/** At most this many targets has a launch, so that a run has at most 10,000 sessions. */
export const MAX_TARGETS = 100;
export const EnvironmentIds = Type.Array(Id, {
  minItems: 1,
  maxItems: MAX_TARGETS,
  description: 'The environments that a launch talks to.',
});
export const HostIds = Type.Array(NameReference({ maxLength: 200 }), {
  maxItems: MAX_TARGETS,
  description:
    'The clients that a launch talks through where there are no environments: the id of each, or its name without regard to case. They are answered as ids.',
});

export const journeyGoal = Prose(4_000, {
  minLength: 1,
  pattern: '^[^\\u0000]*\\S[^\\u0000]*$',
  description: 'What the persona wants.',
});

const settings = {
  name: Name({ description: 'The default is the beginning of the goal.' }),
  goal: journeyGoal,
  personaId: Id,
  swarmId: Id,
  serverAttachmentId: {
    ...Id,
    description: 'The server group, or the snapshot of one, whose servers clients of `hostIds` connect.',
  },
};

/** A goal that a persona pursues. */
export type Journey = Static<typeof Journey>;
export const Journey = open(
  {
    id: Id,
    projectId: Id,
    name: Type.String(),
    goal: Type.String(),
    personaId: Id,
    swarmId: nullable(Id),
    environmentIds: Type.Array(Id, {
      description: 'Empty when the environments of its swarm or its clients are used.',
    }),
    serverAttachmentId: Type.Optional(Id),
    hostIds: Type.Optional(Type.Array(Id)),
    sessionsPerTarget: nullable(Type.Integer()),
    maxTurns: nullable(Type.Integer()),
    rubric: Type.Optional(JourneyRubric),
    createdAt: EpochMs(),
    updatedAt: EpochMs(),
  },
  { $id: 'Journey' },
);
export const JourneyPage = page(Journey, 'JourneyPage');
export const ListJourneys = pageQuery('ListJourneys', 200, 500);

export type CreateJourney = Static<typeof CreateJourney>;
export const CreateJourney = closed(
  {
    name: Type.Optional(settings.name),
    goal: settings.goal,
    personaId: settings.personaId,
    swarmId: Type.Optional(settings.swarmId),
    environmentIds: Type.Optional(EnvironmentIds),
    serverAttachmentId: Type.Optional(settings.serverAttachmentId),
    hostIds: Type.Optional(HostIds),
    ...executionConfig,
    rubric: Type.Optional(JourneyRubric),
    idempotencyKey: Type.Optional(IdempotencyKey),
  },
  { $id: 'JourneyCreateRequest' },
);

/** The body that changes a journey: absent leaves alone, null clears, a value replaces. */
export type UpdateJourney = Static<typeof UpdateJourney>;
export const UpdateJourney = closed(
  {
    name: Type.Optional(settings.name),
    goal: Type.Optional(settings.goal),
    environmentIds: Type.Optional(nullable(EnvironmentIds)),
    serverAttachmentId: Type.Optional(nullable(settings.serverAttachmentId)),
    hostIds: Type.Optional(HostIds),
    sessionsPerTarget: Type.Optional(executionConfig.sessionsPerTarget),
    maxTurns: Type.Optional(executionConfig.maxTurns),
    rubric: Type.Optional(nullable(JourneyRubric)),
  },
  {
    $id: 'JourneyUpdateRequest',
  },
);

export const JourneyArchived = open(
  { id: Id, projectId: Id, archived: Type.Literal(true) },
  { $id: 'JourneyArchived' },
);
