import { Type, type Static } from 'typebox';
import { open } from '../../schema.ts';
import { Finding } from './insights.ts';

/** What a runner is asked to explain: the input of a job of kind `explain`. All of it is data. */
export type ExplanationTask = Static<typeof ExplanationTask>;
export const ExplanationTask = open({
  version: Type.Literal(1),
  runId: Type.String(),
  /** Who pays for it. */
  account: open({
    organizationId: Type.String(),
    projectId: Type.String(),
    suiteId: Type.String(),
    runId: Type.String(),
    keyId: Type.String(),
  }),
  /** `provider/name`. */
  model: Type.String(),
  /** Base64 of the envelope around a ModelAccess document, and what it was sealed for; absent when the runner's own settings do. */
  access: Type.Optional(open({ sealed: Type.String(), context: Type.String() })),
  /** What the run came to, in words. */
  facts: Type.String(),
  findings: Type.Array(Finding),
});

/** What a runner answers to it; nothing in the texts is trusted. */
export type Explanation = Static<typeof Explanation>;
export const Explanation = open({
  version: Type.Literal(1),
  model: Type.String(),
  summary: Type.String(),
  findings: Type.Array(open({ id: Type.String(), rootCause: Type.String(), recommendation: Type.String() })),
});
