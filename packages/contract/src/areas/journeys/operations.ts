import { NoInput, NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import { DRAFTING_MS, GenerateJourneys, GenerationDrafts } from './drafts.ts';
import { CreateJourney, Journey, JourneyArchived, JourneyPage, ListJourneys, UpdateJourney } from './documents.ts';

const common = { tag: 'Swarms', service: 'swarms' } as const;
const read = { ...common, access: 'viewer', gate: 'swarms', method: 'GET', status: 200 } as const;
const write = { ...common, access: 'member', gate: 'swarms' } as const;
const JOURNEYS = '/projects/{projectId}/journeys';
const JOURNEY = `${JOURNEYS}/{journeyId}`;

export const listJourneys = operation({
  ...read,
  path: JOURNEYS,
  summary: 'List the journeys of a project, newest first.',
  description: 'Archived journeys are not listed.',
  tool: true,
  input: ListJourneys,
  reply: JourneyPage,
});

export const createJourney = operation({
  ...write,
  method: 'POST',
  path: JOURNEYS,
  headers: ['idempotencyKey'],
  summary: 'Create a journey: a goal that a persona pursues.',
  description:
    'A launch talks to `environmentIds`; without them to the environments of the swarm; without these to the clients of `hostIds`, with the servers of `serverAttachmentId` if it is set. An environment or client that a journey names is not deleted.',
  input: CreateJourney,
  status: 201,
  reply: Journey,
  also: [409],
});

export const getJourney = operation({
  ...read,
  path: JOURNEY,
  summary: 'Read a journey.',
  tool: true,
  input: NoQuery,
  reply: Journey,
});

export const updateJourney = operation({
  ...write,
  method: 'PATCH',
  path: JOURNEY,
  summary: 'Edit a journey.',
  description:
    '`sessionsPerTarget` and `maxTurns` travel together. Runs that were launched keep the journey as it was.',
  input: UpdateJourney,
  status: 200,
  reply: Journey,
  also: [409],
});

export const archiveJourney = operation({
  ...common,
  access: 'member',
  method: 'DELETE',
  path: JOURNEY,
  summary: 'Archive a journey.',
  description:
    'Possible while the organization has swarms switched off, too. Its runs stay readable; runs under way go on.',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: JourneyArchived,
});

export const generateJourneys = operation({
  ...write,
  method: 'POST',
  path: `${JOURNEYS}/generate`,
  brake: 'generation',
  summary: 'Draft journeys of a persona, from the tools of servers; nothing is stored.',
  description:
    'Like the drafting of personas, for a persona that there is or that is not stored yet: the reply has `journeys`.',
  input: GenerateJourneys,
  timeoutMs: DRAFTING_MS,
  status: 200,
  reply: GenerationDrafts,
  also: [409],
});
