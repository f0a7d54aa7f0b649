import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { nullable, oneOf, open, page, pageQuery, record } from '../../schema.ts';
import { TraceSpan, WireEntry } from '../transcripts/trace.ts';

/** The outcome of one step of a case in one iteration. */
export type EvalRunStep = Static<typeof EvalRunStep>;
export const EvalRunStep = open(
  {
    stepId: Type.String(),
    stepIndex: Type.Integer(),
    kind: oneOf(['prompt', 'toolCall', 'interact', 'assert']),
    status: oneOf(['ok', 'fail', 'skipped', 'pending'], {
      description: '`pending`: not reached yet; `skipped`: the iteration ended before it.',
    }),
    reason: nullable(Type.String()),
    evidence: Type.Optional(
      open({
        toolCalls: Type.Array(record(), {
          description: 'The calls it made, what looks like a secret masked; their results are in the trace.',
        }),
        screenshotUrl: Type.Optional(
          Type.String({
            description: 'The path of an image of the page after the step, which is deleted with the trace.',
          }),
        ),
        locatorLabel: Type.Optional(
          Type.String({ description: 'The element of the page that the step acts on or looks for.' }),
        ),
      }),
    ),
  },
  { $id: 'EvalRunStep' },
);

export const EvalRunSteps = page(EvalRunStep, 'EvalRunSteps');

/** One part of a trace, as the runner sent it. */
export type TracePage = Static<typeof TracePage>;
export const TracePage = page(
  open({
    index: Type.Integer(),
    spans: Type.Array(TraceSpan),
    wire: Type.Array(WireEntry),
    cut: Type.Optional(Type.Boolean({ description: 'The part was too large to be kept or shown.' })),
  }),
  'EvalTracePage',
);
export const ListTraceParts = pageQuery('ListEvalTraceParts', 20, 100);
