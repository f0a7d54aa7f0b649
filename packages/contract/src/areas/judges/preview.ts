import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { Id, nullable, open } from '../../schema.ts';

/** The model whose price is asked for. */
export const PreviewEvalRunJudge = open(
  {
    model: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'The judge model of the run when absent.' }),
    ),
  },
  { $id: 'PreviewEvalRunJudge' },
);

/** The work of judging a run: the data that a model would be sent, and the price. */
export type EvalRunJudgePreview = Static<typeof EvalRunJudgePreview>;
export const EvalRunJudgePreview = open(
  {
    runId: Id,
    model: nullable(Type.String({ description: 'Null where neither the request nor the run names one.' })),
    trials: Type.Integer({ description: 'That would be judged.' }),
    cases: Type.Integer(),
    skipped: Type.Array(open({ reason: Type.String(), trials: Type.Integer() })),
    sentToModel: Type.Array(Type.String(), { description: 'What the model is sent, in words.' }),
    expectedTokens: nullable(
      open(
        { input: Type.Integer(), output: Type.Integer() },
        {
          description:
            'Over all trials, from the evidence of at most 20 of them; a guess of 4 bytes to a token. Null without a trial to judge.',
        },
      ),
    ),
    priceUsd: nullable(
      Type.Number({ description: 'Of these tokens; null where the price of the model is not known.' }),
    ),
  },
  { $id: 'EvalRunJudgePreview' },
);
