import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, Id, oneOf, open } from '../../schema.ts';
import { ModelApiKeys } from '../model-providers/keys.ts';
import { Prose } from '../../text.ts';

/** The body that requests a judge's opinions about a run. */
export type RequestEvalRunJudge = Static<typeof RequestEvalRunJudge>;
export const RequestEvalRunJudge = closed(
  {
    force: Type.Optional(
      Type.Boolean({
        description: 'Judges trials again that were judged already; the newest opinions are read, the older ones stay.',
      }),
    ),
    enable: Type.Optional(
      Type.Boolean({ description: "`true` judges this run although the suite's judge is switched off." }),
    ),
    model: Type.Optional(
      Prose(200, { minLength: 1, description: "Instead of the suite's judge model; needed when it has none." }),
    ),
    threshold: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: "Instead of the suite's." })),
    modelApiKeys: Type.Optional({
      ...ModelApiKeys,
      description:
        "The caller's own keys, by provider. Kept sealed until the run is judged, never returned, deleted then.",
    }),
  },
  { $id: 'EvalRunJudgeRequest' },
);

/**
 * The reply to a request for opinions, also when the run is being judged or is judged already; the run's `judges` shows
 * the progress.
 */
export const EvalRunJudgeRequested = open(
  { runId: Id, projectId: Id, status: oneOf(['pending']) },
  { $id: 'EvalRunJudgeRequested' },
);
