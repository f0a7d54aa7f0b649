import { Type } from '../../type.ts';
import { oneOf, open, record } from '../../schema.ts';
import { CallComparison } from './call-comparison.ts';
import { EvalCheck } from './check.ts';
import { Rendering, TranscriptMessage, TranscriptStep, TranscriptToolCall } from '../transcripts/documents.ts';
import { TraceSpan, WireEntry } from '../transcripts/trace.ts';

/** The whole trace of one iteration, as the API returns it. */
export const Trace = open(
  {
    iterationId: Type.String(),
    traceId: Type.Optional(Type.String({ description: 'The W3C trace id that the MCP servers were sent.' })),
    messages: Type.Array(TranscriptMessage),
    steps: Type.Array(TranscriptStep),
    toolCalls: Type.Array(TranscriptToolCall),
    renderings: Type.Optional(Type.Array(Rendering, { description: 'Absent when no browser watched the iteration.' })),
    checks: Type.Array(EvalCheck),
    expectedToolCalls: Type.Optional(Type.Array(record(), { description: 'Absent until the iteration is graded.' })),
    callComparison: Type.Optional(CallComparison),
    spans: Type.Array(TraceSpan),
    wire: Type.Array(WireEntry),
    cut: Type.Optional(
      Type.Boolean({ description: 'Parts of it are missing here, which were too large to be kept or shown.' }),
    ),
  },
  { $id: 'EvalIterationTrace', description: 'Times are milliseconds since the iteration began.' },
);

export const GetEvalIterationTrace = open(
  {
    only: Type.Optional(
      oneOf(['transcript'], {
        description: 'Without its spans and messages on the wire, which are the largest part: both are empty then.',
      }),
    ),
  },
  { $id: 'GetEvalIterationTrace' },
);
