import type { Static } from 'typebox';
import { Type } from '@assay/contract/type';
import { isObject } from '@assay/contract/json';
import { closed, nullable, oneOf } from '@assay/contract/schema';
import { schemaViolation } from '@assay/grading/json-schema';

// The sheet that a model fills in. It is plainer than a case and uses only JSON Schema that the structured output of
// every provider supports. So no field is optional, and arguments are text, because their keys cannot be declared.

const Call = closed({
  server: Type.String({ description: 'Name of the server that has the tool.' }),
  tool: Type.String({ description: 'Name of the tool.' }),
  arguments: Type.String({ description: 'A JSON object, as text, with the arguments that matter; {} when none does.' }),
});
const calls = Type.Array(Call, {
  description: 'The tool calls that the assistant should make in answer, in their order.',
});
const common = {
  title: Type.String({ description: 'What the case shows, in a few words.' }),
  isNegative: Type.Boolean({ description: 'True when no tool at all should be called.' }),
  expectedOutput: nullable(Type.String({ description: 'What a good last reply says.' })),
  scenario: nullable(Type.String({ description: 'Who asks and why, where that helps to understand the case.' })),
};

const Generated = closed({
  ...common,
  turns: Type.Array(closed({ prompt: Type.String({ description: 'What the user says.' }), expectedCalls: calls })),
});

const Extracted = closed({
  ...common,
  turns: Type.Array(
    closed({
      prompt: nullable(
        Type.String({
          description: 'What the user says; null where the document describes a call of a tool without a user.',
        }),
      ),
      expectedCalls: calls,
      replyContains: Type.Array(Type.String(), {
        description: 'Texts that the document says the reply contains, to the letter.',
      }),
    }),
  ),
  startLine: Type.Integer({ description: 'The first line of the document that the case stands on.' }),
  endLine: Type.Integer({ description: 'The last such line.' }),
  notes: Type.Array(Type.String(), { description: 'What in the document the case rests on.' }),
  issues: Type.Array(
    closed({
      code: oneOf([
        'missing_expectation',
        'missing_prerequisite',
        'unclear_expectation',
        'unsupported_workflow',
        'missing_evidence',
      ]),
      message: Type.String(),
    }),
    { description: 'What a person has to clear up before the case can be used.' },
  ),
  additions: Type.Array(
    closed({
      path: Type.String({ description: 'JSON Pointer within this case, such as /turns/0/expectedCalls/0.' }),
      explanation: Type.String(),
    }),
    { description: 'Everything in this case that the document does not say.' },
  ),
});

export const DRAFT_SHEETS = {
  generate: closed({ cases: Type.Array(Generated) }),
  import: closed({ cases: Type.Array(Extracted) }),
};

type SheetCall = Static<typeof Call>;
export interface SheetTurn {
  prompt: string | null;
  expectedCalls: SheetCall[];
  replyContains?: string[];
}
/** One case as a model writes it. */
export type SheetCase = Omit<Static<typeof Generated>, 'turns'> &
  Partial<Omit<Static<typeof Extracted>, 'turns'>> & { turns: SheetTurn[] };

/** The cases of a filled-in sheet, or the reason why it cannot be used. */
export function readDraftSheet(
  kind: keyof typeof DRAFT_SHEETS,
  value: unknown,
): { cases: SheetCase[] } | { fault: string } {
  const violation = schemaViolation(DRAFT_SHEETS[kind], value);
  if (violation !== undefined) return { fault: violation };
  const { cases } = value as { cases: SheetCase[] };
  if (kind === 'generate' && cases.length === 0) return { fault: '/cases is empty' };
  const faults = cases.flatMap((each, i) => faultsOf(each).map((fault) => `/cases/${i}${fault}`));
  return faults.length > 0 ? { fault: faults[0]! } : { cases };
}

function faultsOf({ title, turns }: SheetCase): string[] {
  return [
    ...(title.trim() === '' ? ['/title is blank'] : []),
    ...turns.flatMap(({ prompt, expectedCalls }, i) => [
      ...(prompt?.trim() === '' ? [`/turns/${i}/prompt is blank`] : []),
      ...expectedCalls.flatMap(({ arguments: text }, j) =>
        argumentsOf(text) ? [] : [`/turns/${i}/expectedCalls/${j}/arguments is not the text of a JSON object`],
      ),
    ]),
  ];
}

/** The arguments that a sheet writes as text. */
export function argumentsOf(text: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(text || '{}') as unknown;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
