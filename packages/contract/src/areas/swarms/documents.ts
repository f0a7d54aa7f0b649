import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { IdempotencyKey } from '../../idempotency-key.ts';
import { closed, EpochMs, Id, nullable, open, page, pageQuery } from '../../schema.ts';
import { Name, Prose } from '../../text.ts';
import { EnvironmentIds, executionConfig } from '../journeys/documents.ts';

const description = Prose(2_000);

/** A container of journeys, with defaults for them. */
export type Swarm = Static<typeof Swarm>;
export const Swarm = open(
  {
    id: Id,
    projectId: Id,
    name: Type.String(),
    description: nullable(Type.String()),
    environmentIds: Type.Array(Id, { description: 'For its journeys without environments of their own.' }),
    sessionsPerTarget: nullable(Type.Integer()),
    maxTurns: nullable(Type.Integer()),
    createdAt: EpochMs(),
    updatedAt: EpochMs(),
  },
  { $id: 'Swarm' },
);
export const SwarmPage = page(Swarm, 'SwarmPage');
export const ListSwarms = pageQuery('ListSwarms', 200, 500);

export type CreateSwarm = Static<typeof CreateSwarm>;
export const CreateSwarm = closed(
  {
    name: Name(),
    description: Type.Optional(description),
    environmentIds: Type.Optional(EnvironmentIds),
    ...executionConfig,
    idempotencyKey: Type.Optional(IdempotencyKey),
  },
  { $id: 'SwarmCreateRequest' },
);

/** The body that changes a swarm: absent leaves alone, null clears, a value replaces. */
export type UpdateSwarm = Static<typeof UpdateSwarm>;
export const UpdateSwarm = closed(
  {
    name: Type.Optional(Name()),
    description: Type.Optional(nullable(description)),
    environmentIds: Type.Optional(nullable(EnvironmentIds)),
    sessionsPerTarget: Type.Optional(executionConfig.sessionsPerTarget),
    maxTurns: Type.Optional(executionConfig.maxTurns),
  },
  {
    $id: 'SwarmUpdateRequest',
  },
);

export const SwarmArchived = open({ id: Id, projectId: Id, archived: Type.Literal(true) }, { $id: 'SwarmArchived' });
