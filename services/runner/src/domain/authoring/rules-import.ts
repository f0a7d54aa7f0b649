import type { ProposedCase } from '@assay/contract/areas/authoring/work';
import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import { knownTools, planScriptedTurn, type KnownTools } from '../models/scripted-rules.ts';
import type { DraftingResult } from './drafting-result.ts';
import { sectionsOf, type MarkdownSection } from './markdown.ts';
import { remarksOf } from './remarks.ts';
import { calledWith, withStepIds, promptStep, type DraftedStep } from './steps.ts';

interface Issue {
  code: 'unsupported_workflow' | 'unclear_expectation' | 'missing_expectation';
  message: string;
  blocking?: boolean;
}

/**
 * Reads the cases of `scripted/rules` from a Markdown document, by one published rule. Every heading of level 2 or
 * deeper with text of its own is a case. Its turns are the texts that `Prompt:` or `User:` introduces, fenced blocks
 * marked `prompt` or `user`, and quotes (`>`). The text that `Expect:` or `Expected:` introduces is its expected
 * output; where it names a tool, a call of the tool is expected in that turn, with the JSON object that follows the
 * name as arguments. Nothing else is read, and nothing is added.
 */
export function importByRules(content: string, inventory: ServerInventory[]): DraftingResult {
  const tools = knownTools(inventory);
  const cases = sectionsOf(content).flatMap((section) => caseOf(section, tools) ?? []);
  return {
    cases,
    warnings: cases.length > 0 ? [] : ['The document has no heading of level 2 or deeper with text below it.'],
  };
}

function caseOf(section: MarkdownSection, tools: KnownTools): ProposedCase | undefined {
  const last = section.lines.findLast(({ text }) => text.trim() !== '');
  if (section.level < 2 || !last) return undefined;
  const remarks = remarksOf(section.lines);
  const said = remarks.some(({ kind }) => kind === 'prompt');
  const steps: DraftedStep[] = [];
  // An expectation before the first user turn belongs to the first turn.
  const early: DraftedStep[] = [];
  const outputs: string[] = [];
  const issues: Issue[] = said
    ? []
    : [
        {
          code: 'unsupported_workflow',
          message: 'The section has no user turn: no "Prompt:" or "User:" line, and no quote.',
        },
      ];
  for (const { kind, text } of remarks) {
    if (kind === 'prompt') {
      steps.push(promptStep(text), ...early.splice(0));
      continue;
    }
    const { calls = [], output, issue } = said ? expectationOf(text, tools) : { output: text };
    (steps.length > 0 ? steps : early).push(...calls);
    if (output !== undefined) outputs.push(output);
    if (issue) issues.push(issue);
  }
  if (said && outputs.length > 0 && issues.length === 0 && steps.every(({ kind }) => kind === 'prompt'))
    issues.push(ONLY_JUDGED);
  return {
    title: section.title || `Line ${section.heading}`,
    isNegative: false,
    steps: withStepIds(steps),
    ...(outputs.length > 0 && { expectedOutput: outputs.join('\n') }),
    startLine: section.heading,
    endLine: last.number,
    ...(issues.length > 0 && { issues }),
  };
}

const ONLY_JUDGED: Issue = {
  code: 'missing_expectation',
  message:
    'The expected answer is read by the judge of goal completion alone: without a judge nothing decides. Name a tool in the expectation, or add an assertion.',
  blocking: false,
};

const NEGATED = /\b(?:not|never|no|none|without|cannot|\w+n['’]t)\b/i;

interface Expectation {
  calls?: DraftedStep[];
  output?: string;
  issue?: Issue;
}

function expectationOf(text: string, tools: KnownTools): Expectation {
  const calls = planScriptedTurn(text, tools);
  if (calls.length === 0) return { output: text };
  // "echo is not called" names a tool and means the opposite.
  if (NEGATED.test(text))
    return {
      output: text,
      issue: {
        code: 'unclear_expectation',
        message: `"${text}" names a tool and denies something; only a person can say what it asks for.`,
      },
    };
  return { calls: calls.map(({ toolName, arguments: args }) => calledWith(toolName, args)) };
}
