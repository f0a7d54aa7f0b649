import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { EpochMs, Id, nullable, oneOf, open } from '../../schema.ts';
import { EvalStage, StageState } from './decision-summary.ts';

const Count = Type.Integer({ minimum: 0 });
/** The most findings, sessions of a finding, citations of a text, and characters of an excerpt. */
export const [MAX_JOURNEY_FINDINGS, MAX_FINDING_SESSIONS, MAX_CITATIONS, MAX_ACTUAL_CHARS] = [200, 1_000, 30, 1_800];

/** How sessions fared; each has its tone. */
export type JourneyDisposition = Static<typeof JourneyDisposition>;
export const JourneyDisposition = oneOf(
  [
    'notRun',
    'blockedConnecting',
    'lostFindingTool',
    'blockedCallingTool',
    'blockedByResponse',
    'goalMissed',
    'goalMetWithFriction',
    'goalMet',
    'notMeasured',
  ],
  { description: 'How sessions fared. `notMeasured`: no session was graded.' },
);
export type JourneyTone = Static<typeof JourneyTone>;
export const JourneyTone = oneOf(['muted', 'fail', 'warn', 'ok'], {
  description:
    '`ok` for `goalMet`, `warn` for `goalMetWithFriction`, `muted` for `notRun` and `notMeasured`, else `fail`.',
});

/** Why insights say less than they could. */
export type JourneyCoverageNote = Static<typeof JourneyCoverageNote>;
export const JourneyCoverageNote = oneOf([
  'sessionScanCapped',
  'budgetExhausted',
  'transcriptMissing',
  'contextTooLarge',
  'extractionRejected',
  'chainUnmeasured',
  'judgeNotRun',
  'sessionsWithdrawn',
  'sessionsRateLimited',
  'partialRead',
  'toolCatalogMissing',
  'mechanismsRejected',
  'analysisUnavailable',
]);

/** Kinds of trouble that sessions showed, the weightiest first. */
export type JourneySignal = Static<typeof JourneySignal>;
export const JOURNEY_SIGNALS = [
  'outputTruncated',
  'hallucinatedTool',
  'toolErrored',
  'noToolCalled',
  'turnCapReached',
] as const;
export const JourneySignal = oneOf([...JOURNEY_SIGNALS], {
  description: 'The first of these that at least half of its sessions showed.',
});

const Persona = open({ personaRefId: Id, name: Type.String() });
const Citations = Type.Array(Type.String({ description: '`<session>/turn-<index>`, the index from 0.' }), {
  maxItems: MAX_CITATIONS,
});

/** A trouble of a wave's journeys, with the sessions that showed it. */
export type JourneyFinding = Static<typeof JourneyFinding>;
export const JourneyFinding = open(
  {
    id: Type.String({ description: 'The same for the same trouble in every wave.' }),
    basis: oneOf(['verifiedMechanism', 'sessionReport', 'populationFact'], {
      description:
        '`verifiedMechanism`: a call or an answer in a transcript shows it. `sessionReport`: the persona or a judge said so. `populationFact`: it is a count alone.',
    }),
    scopeLevel: oneOf(['session', 'goal', 'persona', 'target', 'wave'], {
      description: 'The narrowest part of the wave that holds all of its sessions and does not hold the whole wave.',
    }),
    persona: nullable(Persona),
    goal: nullable(open({ runId: Id, journeyRefId: Id, title: Type.String() })),
    target: nullable(
      open({ kind: oneOf(['environment', 'host']), id: Type.String(), label: Type.String(), modelId: Type.String() }),
    ),
    population: open({ count: Count, total: Count, unit: oneOf(['sessions']) }),
    sessionIds: Type.Array(Id, { maxItems: MAX_FINDING_SESSIONS }),
    citations: Citations,
    verdictSeen: oneOf(['passed', 'failed', 'inconclusive', 'notEstablished'], {
      description: 'The most frequent verdict of its sessions.',
    }),
    chainStage: nullable(EvalStage),
    chainStageState: nullable(StageState),
    chainStageBasis: oneOf(['derived', 'reported', 'unmeasured']),
    disposition: JourneyDisposition,
    tone: JourneyTone,
    coverageNotes: Type.Array(JourneyCoverageNote),
    outcomePhrase: Type.String(),
    mechanismPhrase: nullable(Type.String()),
    fixPhrase: nullable(Type.String()),
    reportExcerpt: nullable(
      open({
        actual: Type.String({ maxLength: MAX_ACTUAL_CHARS, description: 'Quoted from the first cited turn; masked.' }),
        citations: Citations,
        account: nullable(Type.String({ description: 'The cause that a model suggests.' })),
      }),
    ),
    mechanismId: nullable(Type.String()),
    signal: nullable(JourneySignal),
  },
  { $id: 'JourneyFinding' },
);

/** How the personas of a wave fared, and why. */
export type JourneyFindings = Static<typeof JourneyFindings>;
export const JourneyFindings = open(
  {
    contractVersion: Type.Literal(1),
    generatedAt: EpochMs(),
    sourceRevision: Type.String({ description: 'Changes when a session of the wave does.' }),
    pipelineVersion: Type.String(),
    extractionVersion: Type.String(),
    extractionModel: nullable(Type.String({ description: 'Null: fixed rules read the sessions.' })),
    reasoningModel: nullable(Type.String({ description: 'The model that suggested causes; null without one.' })),
    summaryKind: oneOf(['notLaunched', 'broken', 'friction', 'landed', 'ungraded', 'unread']),
    population: open(
      {
        configured: Count,
        started: Count,
        read: Count,
        unread: Count,
        withdrawn: Count,
        limited: Count,
        graded: Count,
      },
      { description: 'Sessions. `read` and `unread` add up to `started`.' },
    ),
    coverageNotes: Type.Array(JourneyCoverageNote),
    disclosure: nullable(open({ rail: oneOf(['gateway', 'openrouter']), evidenceSent: Type.Array(Type.String()) })),
    personas: Type.Array(
      open({
        persona: Persona,
        disposition: JourneyDisposition,
        tone: JourneyTone,
        goalRunIds: Type.Array(Id),
      }),
    ),
    findings: Type.Array(JourneyFinding, { maxItems: MAX_JOURNEY_FINDINGS }),
    verification: open(
      { proposed: Count, confirmed: Count, rejected: Count, unverified: Count, omitted: Count },
      {
        description:
          'Claims of the rules and of the model about causes, checked against the transcripts of their sessions. `proposed` is the sum of `confirmed`, `rejected` and `unverified`; `omitted` counts findings beyond the limit.',
      },
    ),
  },
  { $id: 'JourneyFindings' },
);

export type JourneyFindingsJob = Static<typeof JourneyFindingsJob>;
export const JourneyFindingsJob = open(
  {
    status: oneOf(['pending', 'completed', 'failed', 'skipped'], {
      description: 'Of the model that suggests causes. `skipped`: none was asked.',
    }),
    updatedAt: EpochMs(),
    errorCode: nullable(Type.String()),
  },
  { $id: 'JourneyFindingsJob' },
);
