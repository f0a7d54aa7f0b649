import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { oneOf, open } from '../../schema.ts';
import { ServerInventory } from '../servers/inventory.ts';

/** The input of a work item of kind `authoring`. */
export type AuthoringTask = Static<typeof AuthoringTask>;
export const AuthoringTask = open({
  version: Type.Literal(1),
  kind: oneOf(['generate', 'import']),
  servers: Type.Array(open({ id: Type.String(), name: Type.String() })),
  /** For the ledger of model calls: the principal that drafts, the suite, and the API key. */
  organizationId: Type.Optional(Type.String()),
  suiteId: Type.Optional(Type.String()),
  keyId: Type.Optional(Type.String()),
  /** The run or the lab whose budget pays. */
  runId: Type.Optional(Type.String()),
  /** The tools to draft from; without it they are read from the servers. */
  inventory: Type.Optional(Type.Array(ServerInventory)),
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
  /** Of an `import`: the document, unchanged. */
  content: Type.Optional(Type.String()),
  /** Titles of the suite's cases, newest first, so that the model proposes other cases. */
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
  /** Of an `import`: the first and last line of the case in the document, counted from 1. */
  startLine: Type.Optional(Type.Unknown()),
  endLine: Type.Optional(Type.Unknown()),
  /** Issues that the model reports itself: {code, message, stepId?, guess?: {toolName, argument, how}}. */
  issues: Type.Optional(Type.Unknown()),
  evidenceNotes: Type.Optional(Type.Unknown()),
  /** Content that the model added and the document does not say: {path, explanation}. */
  additions: Type.Optional(Type.Unknown()),
});

/** The output of a work item of kind `authoring`. */
export type AuthoringProposal = Static<typeof AuthoringProposal>;
export const AuthoringProposal = open({
  version: Type.Literal(1),
  generationModel: Type.String(),
  extractorVersion: Type.String(),
  /** The tools that the servers declared when the cases were drafted; references of a case are checked against them. */
  inventory: Type.Array(ServerInventory),
  cases: Type.Array(ProposedCase),
  warnings: Type.Array(Type.String()),
});
