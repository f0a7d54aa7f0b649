import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { EpochMs, Id, nullable, oneOf, open, page, pageQuery, record } from '../../schema.ts';
import { EvalIterationJudge } from '../judges/documents.ts';
import { CallComparison } from './call-comparison.ts';
import { EvalCheck } from './check.ts';
import { FailureWords } from './failure-words.ts';

export type EvalIteration = Static<typeof EvalIteration>;
export const EvalIteration = open(
  {
    id: Id,
    testCaseId: nullable(Id),
    title: nullable(Type.String()),
    iterationNumber: Type.Integer({ description: 'Which trial of its case this is, from 1.' }),
    status: oneOf(['pending', 'running', 'completed', 'failed', 'cancelled', 'timed_out', 'setup_failed', 'skipped']),
    result: nullable(oneOf(['passed', 'failed'])),
    waitingFor: Type.Optional(
      open(
        {
          reason: oneOf(['budget']),
          budgetId: Id,
          message: Type.String({ description: 'For people: which budget, and how full it is.' }),
        },
        {
          description:
            'What a running trial waits for: calls under way fill a budget. It goes on when they are over, or when an admin releases what they hold.',
        },
      ),
    ),
    model: nullable(Type.String()),
    provider: nullable(Type.String()),
    startedAt: nullable(EpochMs()),
    durationMs: nullable(Type.Number()),
    tokensUsed: nullable(Type.Number()),
    usage: Type.Optional(
      nullable(
        open({
          inputTokens: Type.Integer(),
          outputTokens: Type.Integer(),
          totalTokens: Type.Integer(),
          modelCalls: Type.Integer(),
          costUsd: nullable(Type.Number()),
        }),
      ),
    ),
    failureSource: Type.Optional(
      oneOf(['server', 'provider', 'platform', 'cassette'], {
        description:
          'The part whose failure kept the trial from completing: the MCP server, the model provider, this installation, or a cassette without an answer.',
      }),
    ),
    judge: Type.Optional(EvalIterationJudge),
    actualToolCalls: Type.Array(record()),
    expectedToolCalls: Type.Array(record()),
    callComparison: Type.Optional(CallComparison),
    checks: Type.Array(EvalCheck),
    faults: Type.Array(
      open({
        kind: Type.String(),
        reason: Type.String(),
        ...FailureWords.properties,
        evaluatorError: Type.Optional(
          Type.Literal(true, {
            description: 'The error lies with this installation, so it says nothing about the server.',
          }),
        ),
      }),
      {
        description:
          'Why the trial fails even if its checks passed: a tool error, a call that was not expected, a step that was not reached.',
      },
    ),
    steps: Type.Array(
      open({
        stepId: Type.String(),
        stepIndex: Type.Integer(),
        kind: Type.String(),
        status: oneOf(['ok', 'fail', 'skipped', 'pending']),
        reason: nullable(Type.String()),
        screenshotUrl: Type.Optional(Type.String({ description: 'The page after the step, where it was seen.' })),
      }),
    ),
    scores: nullable(Type.Array(open({ scorerId: Type.String(), status: Type.String() }))),
    evaluatorError: Type.Boolean({
      description:
        'A gating assertion could not be graded, or a step could not be done here, so the result says nothing about the server.',
    }),
    error: nullable(Type.String()),
    errorCode: Type.Optional(Type.String()),
    tracePath: Type.String({ description: "Append to the API's base URL to read the trace." }),
  },
  { $id: 'EvalIteration' },
);

export const EvalIterationPage = page(EvalIteration, 'EvalIterationPage');
export const ListEvalRunIterations = pageQuery('ListEvalRunIterations', 50, 200);

/** An image of a page, as its document refers to it. */
export const EvalIterationScreenshot = Type.String({
  $id: 'EvalIterationScreenshot',
  description: 'The bytes of a JPEG image.',
});
