import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { EpochMs, Id, nullable, oneOf, open, page, pageQuery } from '../../schema.ts';
import { Prose } from '../../text.ts';
import { ChatSession } from './documents.ts';

const Scope = oneOf(['titles', 'transcripts'], { description: 'Where `q` is looked for.' });

export type ListSessions = Static<typeof ListSessions>;
export const ListSessions = open(
  {
    ...pageQuery('', 50, 200).properties,
    q: Type.Optional(Prose(200, { description: 'Text that the title or the transcript contains, in any case.' })),
    scope: Type.Optional({ ...Scope, default: 'titles' }),
    sourceType: Type.Optional(Type.String({ description: '`direct` or `scenario`; no session is of another kind.' })),
    status: Type.Optional({ ...ChatSession.properties.status, default: 'active' }),
  },
  { $id: 'ListSessions' },
);

const Count = Type.Integer({ minimum: 0 });

export type SessionSummary = Static<typeof SessionSummary>;
export const SessionSummary = open(
  {
    id: Id,
    chatSessionId: Id,
    projectId: nullable(Id),
    sourceType: oneOf(['direct', 'scenario', 'eval', 'swarm'], {
      description: '`direct`: of a caller. `scenario`: of a visitor of a study.',
    }),
    origin: nullable(Type.String({ description: '`chat`, `agent` or `study`.' })),
    status: Type.String(),
    synthetic: Type.Boolean(),
    lockReason: nullable(Type.String({ description: 'Why it takes no further message.' })),
    title: nullable(Type.String()),
    firstMessagePreview: Type.String(),
    visibility: nullable(Type.String()),
    ownedByViewer: Type.Boolean(),
    startedAt: EpochMs(),
    lastActivityAt: EpochMs(),
    modelId: nullable(Type.String()),
    messageCount: Count,
    cumulativeUserMessageCount: Type.Optional(Count),
    cumulativeToolCallCount: Type.Optional(Count),
    cumulativeInputTokens: Type.Optional(Count),
    cumulativeOutputTokens: Type.Optional(Count),
    parentRef: nullable(
      open({
        kind: oneOf(['evalRun', 'journeyRun', 'scenario']),
        label: nullable(Type.String()),
        scenarioId: Type.Optional(Id),
      }),
    ),
    link: open({ path: Type.String(), url: Type.String() }),
    matchPreview: Type.Optional(nullable(Type.String({ description: 'The text around the match in a transcript.' }))),
  },
  { $id: 'SessionSummary' },
);

export const SessionSummaryPage = open(
  { ...page(SessionSummary, '').properties, scope: Type.Optional(Scope) },
  { $id: 'SessionSummaryPage' },
);
