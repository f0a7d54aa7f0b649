import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { oneOf, open } from '../../schema.ts';

/** The evidence of one trial for a judge: secrets are masked, long texts are clipped. */
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
  /** How many calls did not fit; the oldest calls are left out. */
  leftOutCalls: Type.Integer(),
});

/** A criterion of a judge. */
export const JudgedCriterion = open({
  id: Type.String(),
  label: Type.String(),
  description: Type.Optional(Type.String()),
});

/** The input of a work item of kind `judge`. */
export type JudgeTask = Static<typeof JudgeTask>;
export const JudgeTask = open({
  version: Type.Literal(1),
  iterationId: Type.String(),
  /** The account that pays for the calls. */
  account: open({
    organizationId: Type.String(),
    projectId: Type.String(),
    suiteId: Type.String(),
    runId: Type.String(),
    keyId: Type.String(),
  }),
  model: Type.String(),
  /**
   * Base64 of the envelope around a ModelAccess document, and the context that it was sealed for; absent when the
   * runner's own settings suffice.
   */
  access: Type.Optional(open({ sealed: Type.String(), context: Type.String() })),
  /** The expected outcome of the trial; only `expectedOutput` states it explicitly. */
  reference: open({ kind: oneOf(['expectedOutput', 'prompts']), text: Type.String() }),
  criteria: Type.Array(JudgedCriterion),
  evidence: JudgedEvidence,
  evidenceHash: Type.String(),
  promptVersion: Type.String(),
});

/** The output of a work item of kind `judge`. A judge knows no threshold and decides nothing. */
export type JudgeOpinion = Static<typeof JudgeOpinion>;
export const JudgeOpinion = open(
  {
    version: Type.Literal(1),
    score: Type.Number({ minimum: 0, maximum: 1 }),
    reason: Type.String(),
    criteria: Type.Array(open({ id: Type.String(), met: Type.Boolean(), reason: Type.String() })),
    /** How many statements of fact the reply makes, and how many of them the evidence does not support. */
    claims: Type.Integer({ minimum: 0 }),
    unsupportedClaims: Type.Array(Type.String()),
    evidenceHash: Type.String(),
    usage: Type.Optional(
      open({ inputTokens: Type.Integer({ minimum: 0 }), outputTokens: Type.Integer({ minimum: 0 }) }),
    ),
  },
  { $id: 'JudgeOpinion' },
);
