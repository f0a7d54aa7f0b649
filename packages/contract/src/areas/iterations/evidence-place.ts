import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { oneOf, open } from '../../schema.ts';

const Index = Type.Integer({ minimum: 0 });

/** Where the evidence of an assertion stands in the trace of its iteration. */
export type EvidencePlace = Static<typeof EvidencePlace>;
export const EvidencePlace = open(
  {
    spanId: Type.Optional(Type.String({ description: 'The span, which has the id of its tool call.' })),
    messageIndex: Type.Optional({ ...Index, description: 'The message of the conversation, in `messages`.' }),
    wireIndex: Type.Optional({ ...Index, description: 'The message on the wire, in `wire`.' }),
    part: Type.Optional(oneOf(['arguments', 'result', 'error'], { description: 'The part of the tool call.' })),
    pointer: Type.Optional(Type.String({ description: 'JSON Pointer into the part; empty for the whole of it.' })),
    range: Type.Optional(
      open(
        { start: Index, end: Index },
        {
          description: 'Of the text there, or of the content of the message, in UTF-16 code units; `end` is exclusive.',
        },
      ),
    ),
  },
  { $id: 'EvalEvidencePlace' },
);
