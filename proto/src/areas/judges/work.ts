import { Type, type Static } from 'typebox';
import { oneOf, open } from '../../schema.ts';

/** What one trial did, as a judge reads it: secrets masked, clipped. */
export type JudgedEvidence = Static<typeof JudgedEvidence>;
export const JudgedEvidence = open({
  conversation: Type.Array(open({ role: oneOf(['user', 'assistant']), text: Type.String() })),
  toolCalls: Type.Array(
    open({
      server: Type.String(),
      tool: Type.String(),
      arguments: Type.String(),
      failed: Type.Boolean(),
      result: Type.String(),
    }),
  ),
  /** Calls for which there was no room, the oldest ones. */
  leftOutCalls: Type.Integer(),
});

/** What a judge looks for. */
export const JudgedCriterion = open({
  id: Type.String(),
  label: Type.String(),
  description: Type.Optional(Type.String()),
});

/** What a runner is asked to judge: the input of a job of kind `judge`. */
export type JudgeTask = Static<typeof JudgeTask>;
export const JudgeTask = open({
  version: Type.Literal(1),
  iterationId: Type.String(),
  /** Who pays for it. */
  account: open({
    organizationId: Type.String(),
    projectId: Type.String(),
    suiteId: Type.String(),
    runId: Type.String(),
    keyId: Type.String(),
  }),
  model: Type.String(),
  /** Base64 of the envelope around a ModelAccess document, and what it was sealed for; absent when the runner's own settings do. */
  access: Type.Optional(open({ sealed: Type.String(), context: Type.String() })),
  /** What the trial should come to; only `expectedOutput` says it in so many words. */
  reference: open({ kind: oneOf(['expectedOutput', 'prompts']), text: Type.String() }),
  criteria: Type.Array(JudgedCriterion),
  evidence: JudgedEvidence,
  evidenceHash: Type.String(),
  promptVersion: Type.String(),
});

/** What a judge answers: the output of the job. It knows no threshold and decides nothing. */
export type JudgeOpinion = Static<typeof JudgeOpinion>;
export const JudgeOpinion = open(
  {
    version: Type.Literal(1),
    score: Type.Number({ minimum: 0, maximum: 1 }),
    reason: Type.String(),
    criteria: Type.Array(open({ id: Type.String(), met: Type.Boolean(), reason: Type.String() })),
    /** How many statements of fact the reply makes, and those of them that nothing in the evidence supports. */
    claims: Type.Integer({ minimum: 0 }),
    unsupportedClaims: Type.Array(Type.String()),
    evidenceHash: Type.String(),
    usage: Type.Optional(
      open({ inputTokens: Type.Integer({ minimum: 0 }), outputTokens: Type.Integer({ minimum: 0 }) }),
    ),
  },
  { $id: 'JudgeOpinion' },
);
