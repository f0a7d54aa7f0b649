import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { CaseModelsInput } from '../cases/documents.ts';
import { closed, Id, oneOf } from '../../schema.ts';
import { DuplicatePolicy, OverrideReason } from '../cases/batch.ts';
import { NameReference, Prose } from '../../text.ts';

const IdempotencyKey = Type.String({
  minLength: 1,
  maxLength: 256,
  pattern: '^[^\\u0000]*$',
  description: 'Same as the Idempotency-Key header, which wins.',
});

const Servers = Type.Array(NameReference(), {
  minItems: 1,
  maxItems: 50,
  description: "Ids or names of the suite's servers; all of them when absent. Not together with `environmentId`.",
});

const Share = Type.Integer({ minimum: 0, maximum: 10 });

const grounding = {
  servers: Type.Optional(Servers),
  environmentId: Type.Optional(Id),
  caseModels: Type.Optional({ ...CaseModelsInput, description: 'The models of the cases that are made.' }),
  hold: Type.Optional(
    Type.Boolean({
      description:
        'Writes nothing: every draft stays on the job until it is committed, and the answer is 202 with the job. Every doubt then blocks its draft.',
    }),
  ),
  idempotencyKey: Type.Optional(IdempotencyKey),
};

/** The body that drafts cases from the primitives of the suite's servers. */
export type GenerateEvalCases = Static<typeof GenerateEvalCases>;
export const GenerateEvalCases = closed(
  {
    ...grounding,
    mode: Type.Optional(oneOf(['normal', 'negative'], { description: 'Not used when `caseMix` asks for anything.' })),
    caseMix: Type.Optional(
      closed(
        {
          simple: Type.Optional(Share),
          multiTool: Type.Optional(Share),
          multiTurn: Type.Optional(Share),
          complex: Type.Optional(Share),
          negative: Type.Optional(Share),
        },
        { description: 'How many cases of each kind.' },
      ),
    ),
    varyUserStyles: Type.Optional(Type.Boolean({ description: 'Prompts as different people would write them.' })),
  },
  { $id: 'EvalCaseGenerateRequest' },
);

/** The body that drafts cases from a document. */
export type ImportEvalCases = Static<typeof ImportEvalCases>;
export const ImportEvalCases = closed(
  {
    ...grounding,
    content: Type.String({
      minLength: 1,
      maxLength: 102_400,
      description: 'The document, at most 102400 bytes of UTF-8.',
    }),
    fileName: Type.Optional(Prose(255, { minLength: 1 })),
    duplicatePolicy: Type.Optional(DuplicatePolicy),
    overrideReason: Type.Optional(OverrideReason),
  },
  { $id: 'EvalCaseImportRequest' },
);

/** The body that drafts a case from a chat session. */
export type DraftCaseFromSession = Static<typeof DraftCaseFromSession>;
export const DraftCaseFromSession = closed(
  {
    sessionId: { ...Id, description: 'A chat session of the project that the caller may read, or one of a study.' },
    turnIds: Type.Optional(
      Type.Array(Id, {
        minItems: 1,
        maxItems: 100,
        description: 'The turns to take, in the order of the session; all that ended when absent.',
      }),
    ),
    title: Type.Optional(Prose(500, { minLength: 1, description: 'The title of the session by default.' })),
  },
  { $id: 'EvalCaseFromSessionRequest' },
);

/** The body that writes the drafts of a job into its suite. */
export type CommitEvalAuthoringJob = Static<typeof CommitEvalAuthoringJob>;
export const CommitEvalAuthoringJob = closed(
  {
    draftIds: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
        minItems: 1,
        maxItems: 200,
        description: 'Writes only these drafts; all that are not rejected when absent.',
      }),
    ),
    duplicatePolicy: Type.Optional(DuplicatePolicy),
    overrideReason: Type.Optional(OverrideReason),
  },
  { $id: 'EvalAuthoringCommitRequest' },
);
