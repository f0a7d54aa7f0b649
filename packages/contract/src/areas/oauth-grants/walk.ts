import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, nullable, oneOf, open, record } from '../../schema.ts';

const COMPARING =
  'How a client compares addresses that have to be equal: letter by letter (`exact`), also taking a resource above the address of the server (`parent`), or not at all (`none`).';
export type ComparingAs = Static<typeof ComparingAs>;
export const ComparingAs = oneOf(['exact', 'parent', 'none'], { description: COMPARING });

const APPLIED = 'The revision of MCP whose rules of authorization are applied.';
export type OAuthRevision = Static<typeof OAuthRevision>;
export const OAuthRevision = oneOf(['2025-11-25', '2025-06-18', '2025-03-26'], { description: APPLIED });

export type WalkOAuth = Static<typeof WalkOAuth>;
export const WalkOAuth = closed(
  {
    as: Type.Optional({ ...ComparingAs, description: `${COMPARING} \`parent\` when absent, as Assay.` }),
    revision: Type.Optional({ ...OAuthRevision, description: `${APPLIED} The newest when absent.` }),
  },
  { $id: 'OAuthWalkRequest' },
);

/** The steps of a client from the first request without a token to the first call with one, in their order. */
export const walkSteps = [
  'challenge',
  'resource-metadata',
  'authorization-server',
  'registration',
  'authorization',
  'token',
  'first-call',
] as const;
export type WalkStepName = (typeof walkSteps)[number];

export type WalkExchange = Static<typeof WalkExchange>;
export const WalkExchange = open(
  {
    method: Type.String(),
    url: Type.String({ description: 'Without its query.' }),
    status: Type.Optional(Type.Integer({ description: 'The HTTP status; absent when there was no answer.' })),
    challenge: Type.Optional(Type.String({ description: 'The header `WWW-Authenticate` of the answer.' })),
    bytes: Type.Optional(Type.Integer({ description: 'The size of the body of the answer.' })),
    durationMs: Type.Number(),
  },
  { $id: 'OAuthWalkExchange' },
);

const Range = open({
  from: Type.Integer({ minimum: 0, description: 'The first character that differs, from 0.' }),
  to: Type.Integer({ minimum: 0, description: 'The character behind the last one that differs.' }),
});

export type DifferingStrings = Static<typeof DifferingStrings>;
export const DifferingStrings = open(
  {
    given: Type.String({ description: 'The address that a client was given.' }),
    givenBy: Type.String({ description: 'What gave it, in words.' }),
    found: Type.String({ description: 'The address that stands in the document.' }),
    foundIn: Type.String({ description: 'Where it stands, in words.' }),
    path: Type.String({ description: 'JSON Pointer of `found` in the `document` of the step.' }),
    givenRange: { ...Range, description: 'The part of `given` that differs; empty where `found` has more.' },
    foundRange: { ...Range, description: 'The part of `found` that differs; empty where `given` has more.' },
  },
  { $id: 'OAuthDifferingStrings', description: 'Two addresses that have to be equal and are not.' },
);

export type WalkStep = Static<typeof WalkStep>;
export const WalkStep = open(
  {
    step: Type.Integer({ minimum: 1, maximum: 7 }),
    name: oneOf([...walkSteps]),
    title: Type.String(),
    status: oneOf(['passed', 'warning', 'failed', 'pending', 'not_needed'], {
      description:
        '`warning`: this client goes on, and another one may not. `pending`: a step before it failed, or a person has to sign in first.',
    }),
    found: Type.String({ description: 'What was found, in one line.' }),
    rule: open({ name: Type.String(), url: Type.String({ format: 'uri' }) }),
    durationMs: Type.Optional(Type.Number({ description: 'Of its exchanges together; absent where none was made.' })),
    exchanges: Type.Array(WalkExchange, { description: 'In their order, at most 20.' }),
    document: Type.Optional(record({ description: 'The metadata of the last exchange, secrets masked.' })),
    differs: Type.Optional(DifferingStrings),
    explanation: Type.Optional(Type.String()),
    nextStep: Type.Optional(Type.String({ description: 'What the owner of the server has to change.' })),
    corrected: Type.Optional(record({ description: 'The `document` with that change.' })),
  },
  { $id: 'OAuthWalkStep' },
);

export type WalkingClient = Static<typeof WalkingClient>;
export const WalkingClient = open(
  {
    as: ComparingAs,
    products: Type.Array(Type.String(), { description: 'Clients that are known to compare in this way.' }),
    outcome: oneOf(['continues', 'ends']),
    endsAt: Type.Optional(Type.Integer({ minimum: 1, maximum: 7, description: 'The step that fails for it.' })),
  },
  { $id: 'OAuthWalkingClient' },
);

/** How a client gets access to a server, step by step. */
export type OAuthWalk = Static<typeof OAuthWalk>;
export const OAuthWalk = open(
  {
    status: oneOf(['open', 'sign_in', 'signed_in', 'lost', 'refused', 'unreachable'], {
      description:
        '`open`: the server answers without a token. `sign_in`: a person has to sign in. `signed_in`: the first call was answered. `lost`: the grant cannot be used any more. `refused`: the step `failedStep` fails for this client. `unreachable`: the server does not answer at all.',
    }),
    as: ComparingAs,
    revision: OAuthRevision,
    serverUrl: Type.String({ description: 'Without its query.' }),
    checkedAt: EpochMs(),
    durationMs: Type.Number({ description: 'Of all requests of this walk.' }),
    failedStep: nullable(Type.Integer({ minimum: 1, maximum: 7 })),
    steps: Type.Array(WalkStep, { description: 'The seven steps; none where the server is `open` or `unreachable`.' }),
    clients: Type.Array(WalkingClient, { description: 'How clients of each way of comparing fare.' }),
    hasGrant: Type.Boolean({ description: 'Whether tokens are kept for the server; a grant that is lost counts.' }),
    scopesOffered: Type.Array(Type.String(), {
      description: 'In the metadata of the resource, or else of its authorization server.',
    }),
  },
  { $id: 'OAuthWalk' },
);
