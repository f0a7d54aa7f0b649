import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { open, page, pageQuery } from '../../schema.ts';
import { TranscriptToolCall } from '../transcripts/documents.ts';
import { TraceSpan, WireEntry } from '../transcripts/trace.ts';

/** The spans of a trace, page by page, without what was sent and answered. */
export type EvalIterationSpanPage = Static<typeof EvalIterationSpanPage>;
export const EvalIterationSpanPage = open(
  {
    ...page(TraceSpan, '').properties,
    total: Type.Integer({ minimum: 0, description: 'The number of spans of the whole trace.' }),
  },
  { $id: 'EvalIterationSpanPage' },
);
export const ListEvalIterationSpans = pageQuery('ListEvalIterationSpans', 1_000, 10_000);

/** The content of one call or one message of a trace. */
export type EvalTracePayload = Static<typeof EvalTracePayload>;
export const EvalTracePayload = open(
  {
    payloadId: Type.String(),
    toolCall: Type.Optional({ ...TranscriptToolCall, description: 'Of the id of a call.' }),
    wire: Type.Optional({ ...WireEntry, description: 'Of the place of a message.' }),
  },
  { $id: 'EvalTracePayload' },
);

/** The id of the payload of a message, from its place in `wire`. */
export const wirePayloadId = (wireIndex: number): string => `wire-${wireIndex}`;

/** The place in `wire` that a payload's id names; undefined for the id of a call. */
export function wireIndexOf(payloadId: string): number | undefined {
  const [, index] = /^wire-(\d{1,9})$/.exec(payloadId) ?? [];
  return index === undefined ? undefined : Number(index);
}
