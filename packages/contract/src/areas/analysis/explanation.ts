import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { oneOf, open } from '../../schema.ts';
import { Finding } from './insights.ts';

/** The input of a work item of kind `explain`. All of it is data, never an instruction. */
export type ExplanationTask = Static<typeof ExplanationTask>;
export const ExplanationTask = open({
  version: Type.Literal(1),
  /** The subject of the findings; a run when absent. */
  subject: Type.Optional(oneOf(['run', 'study', 'wave'])),
  /** The account that pays for the calls. */
  account: open({
    organizationId: Type.String(),
    projectId: Type.String(),
    /** Empty when no suite or run pays. */
    suiteId: Type.String(),
    runId: Type.String(),
    keyId: Type.String(),
  }),
  /** `provider/name`. */
  model: Type.String(),
  /**
   * Base64 of the envelope around a ModelAccess document, and the context that it was sealed for; absent when the
   * runner's own settings suffice.
   */
  access: Type.Optional(open({ sealed: Type.String(), context: Type.String() })),
  /** The facts, in words. */
  facts: Type.String(),
  findings: Type.Array(Finding),
});

/** The output of a work item of kind `explain`; no text in it is trusted. */
export type Explanation = Static<typeof Explanation>;
export const Explanation = open({
  version: Type.Literal(1),
  model: Type.String(),
  summary: Type.String(),
  findings: Type.Array(
    open({
      id: Type.String(),
      rootCause: Type.String(),
      recommendation: Type.String(),
      /** The sessions of the evidence on which the cause rests. */
      sessionIds: Type.Optional(Type.Array(Type.String())),
      /** Words of the evidence that show the cause, literally. */
      quotes: Type.Optional(Type.Array(open({ sessionId: Type.String(), text: Type.String() }))),
    }),
  ),
});
