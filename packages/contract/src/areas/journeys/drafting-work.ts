import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { Id, open, record } from '../../schema.ts';
import { SessionSpec } from '../chat-sessions/turn-work.ts';
import { JourneyDrafts } from './drafts.ts';

const Described = { name: Type.String(), role: Type.String() };

/** The input of a work item of kind `draft-journeys`. */
export type JourneyDraftsTask = Static<typeof JourneyDraftsTask>;
export const JourneyDraftsTask = open({
  version: Type.Literal(1),
  /** The account that pays for the calls of the model. */
  account: open({ organizationId: Type.String(), projectId: Type.String(), keyId: Type.String() }),
  /** The servers whose tools the drafts are for, and the client that lists them. */
  spec: Type.Pick(SessionSpec, ['servers', 'declaredServers', 'clientConfig']),
  /** The persona that pursues the journeys; personas are drafted, too, when it is absent. */
  persona: Type.Optional(open({ ...Described, notes: Type.Optional(Type.String()) })),
  /** How many personas, when there is none yet, and how many journeys for each. */
  personaCount: Type.Integer({ minimum: 1 }),
  journeyCount: Type.Integer({ minimum: 1 }),
  /** The wish of the person who asks. */
  description: Type.Optional(Type.String()),
  /** Personas that exist already, the newest first. */
  existing: Type.Array(open(Described)),
});

/** The output of such an item: drafts, or the Problem that explains why there are none. */
export type JourneyDraftsOutcome = Static<typeof JourneyDraftsOutcome>;
export const JourneyDraftsOutcome = open({
  version: Type.Literal(1),
  drafts: Type.Optional(JourneyDrafts),
  problem: Type.Optional(
    open({
      code: Id,
      message: Type.String(),
      details: Type.Optional(record()),
      retryAfter: Type.Optional(Type.Number()),
    }),
  ),
});
