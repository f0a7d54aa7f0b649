import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, Id, oneOf, open } from '../../schema.ts';
import { Name, Prose } from '../../text.ts';
import { personaSettings } from '../personas/documents.ts';
import { journeyGoal } from './documents.ts';

/** At most this many personas are drafted at once, and this many journeys for each. */
export const [MAX_DRAFTED_PERSONAS, MAX_DRAFTED_JOURNEYS] = [12, 5];
/** The journeys for each persona when the request does not say it. */
export const DRAFTED_JOURNEYS = 3;

/** How long the gateway waits for drafts, in milliseconds: the servers' tools, and two answers of a model. */
export const DRAFTING_MS = 180_000;

const grounds = {
  serverAttachmentId: Type.Optional({
    ...Id,
    description: 'The server group, or the snapshot of one, whose tools the drafts are for. Not with `environmentId`.',
  }),
  environmentId: Type.Optional({
    ...Id,
    description: 'The environment whose tools the drafts are for. Not with `serverAttachmentId`.',
  }),
  journeyCount: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_DRAFTED_JOURNEYS,
      default: DRAFTED_JOURNEYS,
      description: 'Journeys for each persona.',
    }),
  ),
  description: Type.Optional(
    Prose(2_000, { description: 'Whom and what to draft, for a model; `scripted/rules` does not read it.' }),
  ),
};

const Described = {
  name: Prose(120, { minLength: 1 }),
  role: Prose(120, { minLength: 1 }),
};

/** The body that drafts personas with journeys. */
export type GeneratePersonas = Static<typeof GeneratePersonas>;
export const GeneratePersonas = closed(
  {
    ...grounds,
    personaCount: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_DRAFTED_PERSONAS,
        description: 'With it the reply has `personas`; without it, one `persona` and its `journeys`.',
      }),
    ),
    existingPersonas: Type.Optional(
      Type.Array(open(Described), {
        maxItems: 30,
        description: "Personas to avoid, beside the project's: no draft has the name or the role of one of them.",
      }),
    ),
  },
  { $id: 'PersonaGenerateRequest' },
);

/** The body that drafts journeys of a persona. */
export type GenerateJourneys = Static<typeof GenerateJourneys>;
export const GenerateJourneys = closed(
  {
    ...grounds,
    persona: open(
      { ...Described, notes: Type.Optional(Prose(2_000)) },
      { description: 'Who pursues the journeys; a persona of the project or none yet.' },
    ),
  },
  { $id: 'JourneyGenerateRequest' },
);

/** A persona that was proposed and not stored. */
export type PersonaDraft = Static<typeof PersonaDraft>;
export const PersonaDraft = open(
  { name: personaSettings.name, role: personaSettings.role, notes: Type.Optional(personaSettings.notes) },
  { $id: 'PersonaDraft' },
);

/** A journey that was proposed and not stored. */
export type JourneyDraft = Static<typeof JourneyDraft>;
export const JourneyDraft = open(
  {
    name: Type.Optional(Name()),
    goal: journeyGoal,
    suggestedChecks: Type.Optional(
      Type.Array(open({ type: oneOf(['toolCalledAtLeastOnce']), toolName: Type.String({ minLength: 1 }) }), {
        maxItems: 20,
        description: 'Assertions for the rubric: each tool that the goal needs.',
      }),
    ),
  },
  { $id: 'JourneyDraft' },
);

/** A drafted persona with its journeys. */
export type DraftedPersona = Static<typeof DraftedPersona>;
export const DraftedPersona = open({
  persona: PersonaDraft,
  journeys: Type.Array(JourneyDraft, { maxItems: MAX_DRAFTED_JOURNEYS }),
});

const DraftedPersonas = Type.Array(DraftedPersona, { maxItems: MAX_DRAFTED_PERSONAS });
const DraftingFacts = {
  generationModel: Type.String({
    description:
      'The model that drafted. `scripted/rules` is not a model: it follows published rules, and its goals name tools.',
  }),
  warnings: Type.Array(Type.String(), { description: 'What was left out, and why there are fewer drafts than asked.' }),
};

/** Drafts of personas and journeys; nothing is stored. */
export type GenerationDrafts = Static<typeof GenerationDrafts>;
export const GenerationDrafts = open(
  {
    persona: Type.Optional(PersonaDraft),
    personas: Type.Optional(DraftedPersonas),
    journeys: Type.Optional(DraftedPersona.properties.journeys),
    ...DraftingFacts,
  },
  { $id: 'GenerationDrafts' },
);

/** The drafts of a runner: each persona with its journeys, or the journeys of the persona of the task. */
export type JourneyDrafts = Static<typeof JourneyDrafts>;
export const JourneyDrafts = open({
  personas: DraftedPersonas,
  journeys: DraftedPersona.properties.journeys,
  ...DraftingFacts,
});
