import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { EpochMs, Id, nullable, oneOf, open, page, pageQuery } from '../../schema.ts';

const Count = Type.Integer({ minimum: 0 });

/** A trouble that several sessions of a wave showed. */
export type SwarmFinding = Static<typeof SwarmFinding>;
export const SwarmFinding = open(
  {
    id: Id,
    fingerprint: Type.String({ description: 'The same for the same trouble in every wave.' }),
    dimension: Type.String({
      description:
        '`toolError`, `deadEnd`, `repeatedCall`, `toolConfusion` (a tool fails and another one takes its arguments), `goalMissed`, `criterionUnmet`, …',
    }),
    detail: Type.String({
      description: 'The error class of a tool error, the kind of a dead end, how a goal was missed; empty otherwise.',
    }),
    subject: open({
      kind: oneOf(['tool', 'toolPair', 'criterion', 'journey']),
      id: Type.String({ description: '`serverId/toolName`, two of them, `journeyId/criterionId`, or a journey.' }),
      label: Type.String(),
    }),
    status: oneOf(['new', 'recurring', 'regressed', 'resolved'], {
      description:
        "Over the project's waves: `regressed` was seen in clearly more sessions than in the waves before, `resolved` not, and in clearly fewer.",
    }),
    occurrenceCount: { ...Count, description: 'Sessions that showed it, over the waves in which it was seen.' },
    lastSeenWaveId: Type.String(),
    firstSeenAt: EpochMs(),
    lastSeenAt: EpochMs(),
    resolvedAt: nullable(EpochMs()),
    dismissedAt: nullable(EpochMs('When it was dismissed; it does not change the status.')),
    updatedAt: EpochMs(),
    evidence: Type.Optional(
      Type.Array(
        open({
          runId: Id,
          sessionId: Id,
          promptIndex: { ...Count, description: 'The turn that showed it first, from 0.' },
          occurrences: Count,
          excerpt: Type.String({ description: 'Masked.' }),
        }),
        { description: 'Its newest sessions that are still there, 5 at most.' },
      ),
    ),
  },
  { $id: 'SwarmFinding' },
);
export const SwarmFindingPage = page(SwarmFinding, 'SwarmFindingPage');
export const ListSwarmFindings = pageQuery('ListSwarmFindings', 200, 500);

export const SwarmFindingDismissed = open(
  { id: Id, projectId: Id, dismissed: Type.Boolean() },
  { $id: 'FindingDismissed' },
);
