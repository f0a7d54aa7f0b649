import { Type, type Static } from 'typebox';
import { oneOf, open } from '../../schema.ts';
import { ServerInventory } from '../servers/inventory.ts';

/** What a runner is asked to draft cases from: the input of a job of kind `authoring`. */
export type AuthoringTask = Static<typeof AuthoringTask>;
export const AuthoringTask = open({
  version: Type.Literal(1),
  kind: oneOf(['generate', 'import']),
  servers: Type.Array(open({ id: Type.String(), name: Type.String() })),
  /** For the ledger of model calls: who drafts for which suite, with which API key. */
  organizationId: Type.Optional(Type.String()),
  suiteId: Type.Optional(Type.String()),
  keyId: Type.Optional(Type.String()),
  /** Of a `generate`: how many cases of each kind, never all zero. */
  caseMix: Type.Optional(
    open({
      simple: Type.Integer(),
      multiTool: Type.Integer(),
      multiTurn: Type.Integer(),
      complex: Type.Integer(),
      negative: Type.Integer(),
    }),
  ),
  varyUserStyles: Type.Optional(Type.Boolean()),
  /** Of an `import`: the document, to the letter. */
  content: Type.Optional(Type.String()),
  /** Titles of cases that the suite has, the newest first, so that the model proposes others. */
  existingTitles: Type.Array(Type.String()),
});

/** One case as a model proposes it: nothing in it is trusted, not even its shape. */
export type ProposedCase = Static<typeof ProposedCase>;
export const ProposedCase = open({
  title: Type.Unknown(),
  steps: Type.Unknown(),
  expectedOutput: Type.Optional(Type.Unknown()),
  isNegative: Type.Optional(Type.Unknown()),
  scenario: Type.Optional(Type.Unknown()),
  /** Of an `import`: the lines it stands on, from 1, inclusive. */
  startLine: Type.Optional(Type.Unknown()),
  endLine: Type.Optional(Type.Unknown()),
  /** What the model is unsure of: {code, message, stepId?}. */
  issues: Type.Optional(Type.Unknown()),
  evidenceNotes: Type.Optional(Type.Unknown()),
  /** What the model added that the document does not say: {path, explanation}. */
  additions: Type.Optional(Type.Unknown()),
});

/** What a runner answers to a task: the output of the job. */
export type AuthoringProposal = Static<typeof AuthoringProposal>;
export const AuthoringProposal = open({
  version: Type.Literal(1),
  generationModel: Type.String(),
  extractorVersion: Type.String(),
  /** What the servers declared when the cases were drafted; references are held against it. */
  inventory: Type.Array(ServerInventory),
  cases: Type.Array(ProposedCase),
  warnings: Type.Array(Type.String()),
});
