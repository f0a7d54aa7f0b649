import { NoInput, NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import { CreateSwarm, ListSwarms, Swarm, SwarmArchived, SwarmPage, UpdateSwarm } from './documents.ts';

const common = { tag: 'Swarms', service: 'swarms' } as const;
const read = { ...common, access: 'viewer', gate: 'swarms', method: 'GET', status: 200 } as const;
const write = { ...common, access: 'member', gate: 'swarms' } as const;
const SWARMS = '/projects/{projectId}/swarms';
const SWARM = `${SWARMS}/{swarmId}`;

export const listSwarms = operation({
  ...read,
  path: SWARMS,
  summary: 'List the swarms of a project, newest first.',
  description: 'Archived swarms are not listed.',
  input: ListSwarms,
  reply: SwarmPage,
});

export const createSwarm = operation({
  ...write,
  method: 'POST',
  path: SWARMS,
  headers: ['idempotencyKey'],
  summary: 'Create a swarm: a container of journeys, with defaults for them.',
  description: 'Its `sessionsPerTarget` and `maxTurns` are proposals for new journeys; each journey has its own.',
  input: CreateSwarm,
  status: 201,
  reply: Swarm,
  also: [409],
});

export const getSwarm = operation({
  ...read,
  path: SWARM,
  summary: 'Read a swarm.',
  input: NoQuery,
  reply: Swarm,
});

export const updateSwarm = operation({
  ...write,
  method: 'PATCH',
  path: SWARM,
  summary: 'Edit a swarm.',
  description: '`sessionsPerTarget` and `maxTurns` travel together. Runs that were launched keep their targets.',
  input: UpdateSwarm,
  status: 200,
  reply: Swarm,
  also: [409],
});

export const archiveSwarm = operation({
  ...common,
  access: 'member',
  method: 'DELETE',
  path: SWARM,
  summary: 'Archive a swarm.',
  description:
    'Possible while the organization has swarms switched off, too. Its journeys stay, and keep its environments.',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: SwarmArchived,
});
