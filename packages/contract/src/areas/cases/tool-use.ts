import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { Id, open, page, pageQuery } from '../../schema.ts';

/** A case that calls a tool, or expects something of its calls. */
export type CaseToolUse = Static<typeof CaseToolUse>;
export const CaseToolUse = open(
  {
    suiteId: Id,
    suiteName: Type.String(),
    caseId: Id,
    title: Type.String(),
    toolName: Type.String(),
    isCalled: Type.Boolean({
      description: 'Whether a step calls it; otherwise assertions alone name it, and a model decides.',
    }),
    arguments: Type.Array(Type.String(), { description: 'The names of the arguments that it is called with.' }),
  },
  { $id: 'EvalCaseToolUse' },
);
export const CaseToolUsePage = page(CaseToolUse, 'EvalCaseToolUsePage');

export const ListCasesByTool = open(
  {
    ...pageQuery('', 200, 500).properties,
    toolName: Type.Optional(Type.String({ minLength: 1, maxLength: 256, description: 'All tools when absent.' })),
  },
  { $id: 'ListCasesByTool' },
);
