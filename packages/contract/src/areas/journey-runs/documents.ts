import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { IdempotencyKey } from '../../idempotency-key.ts';
import { closed, EpochMs, Id, nullable, oneOf, open, page, pageQuery } from '../../schema.ts';
import { Insights } from '../analysis/insights.ts';
import { TurnMessage, TurnResult } from '../chat-sessions/turn-work.ts';
import { EarlyStoppingInput } from '../eval-runs/launch.ts';
import { EnvironmentIds } from '../journeys/documents.ts';
import { TranscriptToolCall } from '../transcripts/documents.ts';
import { JourneyRunReport, JourneyVerdictSummary } from './report.ts';

const Count = Type.Integer({ minimum: 0 });

export const JourneyRunStatus = oneOf(['running', 'completed', 'partial', 'failed', 'rate_limited'], {
  description:
    '`completed`: every session ended by itself. `partial`: some did. `rate_limited`: none did, and at least one met a budget or a rate limit. `failed`: none did. A cancelled run is `failed` with `canceled`, a silent one `failed` with `stale`.',
});
const AttemptStatus = oneOf(['pending', 'running', 'succeeded', 'failed', 'rate_limited'], {
  description: '`succeeded`: the conversation ended by itself; whether its goal was reached is its verdict.',
});

const WaveId = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[!-~]+$',
  description: 'Runs with the same one belong together, to be compared with other waves; 500 at most.',
});

export type LaunchJourneyRun = Static<typeof LaunchJourneyRun>;
export const LaunchJourneyRun = closed(
  {
    waveId: Type.Optional(WaveId),
    environmentIds: Type.Optional({ ...EnvironmentIds, description: "In place of the journey's own targets." }),
    maxCostUsd: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1_000_000,
        description: 'The most that the models of all sessions may cost together. Sessions beyond it are not held.',
      }),
    ),
    earlyStopping: Type.Optional(
      closed(EarlyStoppingInput.properties, {
        $id: 'JourneyEarlyStopping',
        description:
          "Starts no further session with a target whose verdict is settled (Wald's sequential probability ratio test), each target by itself. Needs a rubric with a gating criterion.",
      }),
    ),
    idempotencyKey: Type.Optional(IdempotencyKey),
  },
  { $id: 'JourneyRunLaunchRequest' },
);

export const JourneyRunLaunched = open(
  {
    id: Id,
    journeyId: Id,
    projectId: Id,
    status: Type.Literal('running'),
    waveId: Type.String(),
    deduped: Type.Boolean({ description: 'An earlier request with the key made the run.' }),
  },
  { $id: 'JourneyRunLaunched' },
);

export const JourneyRunCanceled = open(
  {
    id: Id,
    status: Type.String(),
    canceled: Type.Literal(true),
    alreadyCanceled: Type.Boolean(),
    finalized: { ...Count, description: 'Sessions that this request ended.' },
  },
  { $id: 'JourneyRunCanceled' },
);

export const JourneyRunSummary = open(
  {
    total: Count,
    succeeded: Count,
    failed: Count,
    rateLimited: Count,
    settledEarly: Type.Optional({
      ...Count,
      description:
        'Not held, because `earlyStopping` found the verdict about their target settled; when there are some.',
    }),
  },
  { $id: 'JourneyRunSummary', description: 'Counts sessions; sessions under way are only in `total`.' },
);

const Target = open(
  {
    hostId: Type.String({ description: 'The client.' }),
    hostName: Type.Optional(Type.String()),
    targetId: Type.Optional(
      Type.String({
        description: 'Tells the target: the environment, or else the client. Targets may share a `hostId`.',
      }),
    ),
    modelId: Type.Optional(Type.String()),
    environmentId: Type.Optional(Id),
    environmentName: Type.Optional(nullable(Type.String())),
    environmentRevision: Type.Optional(
      Type.Integer({ description: 'As it was at the launch; sessions use this one.' }),
    ),
  },
  { $id: 'JourneyRunTarget' },
);

const Attempt = open(
  {
    chatSessionId: nullable(Id),
    hostId: Type.String(),
    targetId: nullable(Type.String()),
    sessionIndex: Count,
    status: AttemptStatus,
    errorCode: nullable(Type.String()),
    errorMessage: nullable(Type.String()),
  },
  { $id: 'JourneyRunAttempt' },
);

const Usage = open(
  {
    inputTokens: Count,
    outputTokens: Count,
    costUsd: Type.Number({ minimum: 0, description: 'Of the sessions with a known price.' }),
    unpricedSessions: Count,
  },
  { $id: 'JourneySideUsage' },
);

/** One launch of a journey. */
export type JourneyRun = Static<typeof JourneyRun>;
export const JourneyRun = open(
  {
    id: Id,
    projectId: Id,
    journeyId: Id,
    waveId: Type.Optional(Type.String()),
    status: JourneyRunStatus,
    canceled: Type.Boolean(),
    stale: Type.Boolean({ description: 'No runner gave a sign for too long, and the run was ended.' }),
    error: Type.Optional(Type.String()),
    summary: JourneyRunSummary,
    targets: Type.Array(Target),
    persona: Type.Optional(
      open({
        personaId: Type.Optional(nullable(Id)),
        name: Type.Optional(nullable(Type.String())),
        role: Type.Optional(nullable(Type.String())),
      }),
    ),
    attempts: Type.Optional(
      Type.Array(Attempt, { description: 'In the read of one run: its first 50 sessions. All are in its sessions.' }),
    ),
    attemptsTruncated: Type.Optional(Type.Literal(true)),
    targetSummaries: Type.Optional(
      Type.Array(
        open({ hostId: Type.String(), targetId: Type.Optional(Type.String()), ...JourneyRunSummary.properties }),
      ),
    ),
    usage: Type.Optional(
      open(
        { assistant: Usage, persona: Usage },
        {
          description:
            'What the models of the two sides used, in all tries of sessions that are over; in the read of one run.',
        },
      ),
    ),
    verdictSummary: Type.Optional(JourneyVerdictSummary),
    report: Type.Optional({ ...JourneyRunReport, description: 'In the read of one run.' }),
    mining: Type.Optional(
      open(
        {
          status: oneOf(['pending', 'mined', 'failed']),
          reason: Type.Optional(Type.String()),
          nextTryAt: Type.Optional(EpochMs()),
        },
        {
          description:
            'Whether the findings of its wave are computed from all of the sessions that are over; in the read of one run. `failed` is tried again.',
        },
      ),
    ),
    insights: Type.Optional(Insights),
    createdAt: EpochMs(),
    lastHeartbeatAt: Type.Optional(EpochMs()),
    endedAt: Type.Optional(EpochMs()),
  },
  { $id: 'JourneyRun' },
);
export const JourneyRunPage = page(JourneyRun, 'JourneyRunPage');
export const ListJourneyRuns = pageQuery('ListJourneyRuns', 50, 200);

const verdict = {
  verdict: oneOf(['passed', 'failed', 'inconclusive', 'notEstablished']),
  verdictReason: Type.String({
    description: 'Such as `allGatingCriteriaPassed`, `gatingCriterionFailed` or `ungraded`.',
  }),
};

/** One conversation of a run. */
export type JourneyRunSession = Static<typeof JourneyRunSession>;
export const JourneyRunSession = open(
  {
    id: Id,
    chatSessionId: Id,
    projectId: Id,
    hostId: Type.Optional(Type.String()),
    targetId: Type.Optional(Type.String()),
    sessionIndex: Type.Optional(Count),
    seed: Type.Optional({
      ...Count,
      description:
        "Of the journey, the persona and `sessionIndex`: sessions of two waves, or of two targets, with the same seed are compared as pairs. The persona's model is given it where its provider takes a seed.",
    }),
    runId: Type.Optional(Id),
    journeyId: Type.Optional(Id),
    personaId: Type.Optional(Id),
    personaLabel: Type.Optional(Type.String()),
    status: Type.Optional(oneOf(['active', 'archived'])),
    outcome: Type.Optional(AttemptStatus),
    lifecycle: oneOf(['pending', 'running', 'ran', 'broke', 'limited', 'withdrawn']),
    endReason: Type.Optional(
      Type.String({ description: '`goalReached`, `gaveUp` or `turnLimit`, of a conversation that came to an end.' }),
    ),
    gradingState: oneOf(['notRequested', 'queued', 'running', 'settled', 'unavailable']),
    ...verdict,
    criteria: Type.Optional(
      Type.Array(
        open({
          id: Type.String(),
          label: Type.String(),
          kind: Type.String(),
          role: Type.String(),
          status: oneOf(['passed', 'failed', 'pending', 'error', 'not_applicable']),
          reason: Type.String(),
        }),
      ),
    ),
    errorCode: Type.Optional(Type.String()),
    errorMessage: Type.Optional(Type.String()),
    readiness: Type.Null(),
    goalScore: nullable(
      Type.Number({
        description: 'The share of the criteria of the kind `goal` that were met; null when none was judged.',
      }),
    ),
    turnCount: Count,
    messageCount: Count,
    preview: Type.Optional(Type.String()),
    modelId: Type.Optional(Type.String()),
    usage: Type.Optional(open({ assistant: TurnResult.properties.usage, persona: TurnResult.properties.usage })),
    startedAt: nullable(EpochMs()),
    lastActivityAt: nullable(EpochMs()),
  },
  { $id: 'JourneyRunSession' },
);
export const JourneyRunSessionPage = page(JourneyRunSession, 'JourneyRunSessionPage');
export const ListJourneyRunSessions = pageQuery('ListJourneyRunSessions', 50, 200);

/** The turns of a session, in order. */
export const JourneySessionTurn = open(
  {
    promptIndex: Count,
    status: oneOf(['completed', 'failed', 'cancelled']),
    finishReason: Type.String(),
    messages: Type.Array(TurnMessage, { description: "The persona's message first; masked." }),
    toolCalls: Type.Array(TranscriptToolCall),
    startedAt: EpochMs(),
    endedAt: EpochMs(),
  },
  { $id: 'JourneySessionTurn' },
);
export const JourneySessionTurnPage = page(JourneySessionTurn, 'JourneySessionTurnPage');
export const ListJourneySessionTurns = pageQuery('ListJourneySessionTurns', 50, 200);
