import { NoInput, NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import { DRAFTING_MS, GeneratePersonas, GenerationDrafts } from '../journeys/drafts.ts';
import { CreatePersona, ListPersonas, Persona, PersonaDeleted, PersonaPage, UpdatePersona } from './documents.ts';

const common = { tag: 'Swarms', service: 'swarms' } as const;
const read = { ...common, access: 'viewer', gate: 'swarms', method: 'GET', status: 200 } as const;
const write = { ...common, access: 'member', gate: 'swarms' } as const;
const PERSONAS = '/projects/{projectId}/personas';
const PERSONA = `${PERSONAS}/{personaId}`;

export const listPersonas = operation({
  ...read,
  path: PERSONAS,
  summary: 'List the personas of a project, newest first.',
  description: 'Archived personas are not listed.',
  input: ListPersonas,
  reply: PersonaPage,
});

export const createPersona = operation({
  ...write,
  method: 'POST',
  path: PERSONAS,
  headers: ['idempotencyKey'],
  summary: 'Create a persona: a synthetic character who talks in place of a person.',
  description: 'Its `slug` is made of its name, with a number behind it when another persona has it.',
  input: CreatePersona,
  status: 201,
  reply: Persona,
  also: [409],
});

export const getPersona = operation({
  ...read,
  path: PERSONA,
  summary: 'Read a persona.',
  input: NoQuery,
  reply: Persona,
});

export const updatePersona = operation({
  ...write,
  method: 'PATCH',
  path: PERSONA,
  summary: 'Edit a persona.',
  description: 'Runs that were launched keep the persona as it was. Its `slug` stays. Empty `notes` remove them.',
  input: UpdatePersona,
  status: 200,
  reply: Persona,
});

export const deletePersona = operation({
  ...common,
  access: 'member',
  method: 'DELETE',
  path: PERSONA,
  summary: 'Archive a persona.',
  description:
    'Possible while the organization has swarms switched off, too. Its journeys stay readable, with the results of their runs, and can be launched no more. Runs under way go on.',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: PersonaDeleted,
});

export const generatePersonas = operation({
  ...write,
  method: 'POST',
  path: `${PERSONAS}/generate`,
  brake: 'generation',
  summary: 'Draft personas with journeys, from the tools of servers; nothing is stored.',
  description:
    'A model of the operator drafts, or `scripted/rules` by published rules; `generationModel` says which. The servers are those of `environmentId` or of `serverAttachmentId`, exactly one of the two, and are asked for their tools at that moment. The personas of the project and of `existingPersonas` are avoided. Drafts that could not be stored are left out; `warnings` says why. There is no idempotency key: each request drafts anew.',
  input: GeneratePersonas,
  timeoutMs: DRAFTING_MS,
  status: 200,
  reply: GenerationDrafts,
  also: [409],
});
