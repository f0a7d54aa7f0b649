import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { given } from '@assay/contract/given';
import { annotationsOf, declarationOf, declaredTools, isDeprecated } from './declarations.ts';
import { argumentsMatch, stepsToMatch } from '../matching/match-arguments.ts';
import { listFirst, quoteValue } from '../quote.ts';
import { evaluatorError, failedVerdict, passedVerdict, verdictOf } from './verdict.ts';
import type { AssertionEvidence } from '../evidence/evidence.ts';
import { argumentsPlace } from '../evidence/places.ts';
import {
  calledInWords,
  callsOfTool,
  withInventory,
  isBlank,
  undeclaredTool,
  wasNeverSent,
  type AssertionRows,
} from './row.ts';

type Types =
  | 'toolCalledWith'
  | 'toolCalledAtLeastOnce'
  | 'toolNeverCalled'
  | 'onlyToolsCalled'
  | 'firstToolWas'
  | 'toolCallCountUnder'
  | 'toolCalledBefore'
  | 'noDeprecatedToolCalled'
  | 'noDestructiveToolCalled';

const blankName = failedVerdict('The assertion names no tool.');

const names = (calls: readonly { toolName: string }[]): string[] => [...new Set(calls.map(({ toolName }) => toolName))];

/**
 * The called tools with their declarations, and the first call of a tool that its server does not declare. A call that
 * was never sent to a server executed nothing, so it is left out.
 */
function calledTools({ toolCalls }: AssertionEvidence, inventory: ServerInventory[]) {
  const called: (Pick<TranscriptToolCall, 'id' | 'wire' | 'toolName'> & { declaration: Record<string, unknown> })[] =
    [];
  let unknown: TranscriptToolCall | undefined;
  for (const call of toolCalls) {
    const declaration = declarationOf(inventory, call);
    if (declaration) called.push({ ...call, declaration });
    else if (!wasNeverSent(call)) unknown ??= call;
  }
  return { called, unknown };
}

export const selectionAssertions: AssertionRows<Types> = {
  toolCalledWith: {
    doc: 'A tool was called with these arguments, at least `minCount` times.',
    stage: 'selection',
    evaluate: ({ toolName, args, minCount = 1 }, evidence, budget) => {
      if (isBlank(toolName)) return blankName;
      const calls = callsOfTool(evidence, toolName);
      budget.spend(calls.length * stepsToMatch(args.args));
      const matching = args.argumentMatching ?? evidence.argumentMatching;
      const count = calls.filter((call) => argumentsMatch(args.args, call.arguments, matching)).length;
      if (count >= minCount) return passedVerdict(`${toolName} was called ${count} times with the expected arguments.`);
      const last = calls.at(-1);
      const seen = last
        ? `; the last of ${calls.length} calls had ${quoteValue(last.arguments)}`
        : '; it was not called at all';
      return failedVerdict(
        `${toolName} was called ${count} of ${minCount} times with ${quoteValue(args.args)}${seen}.`,
        {
          expected: `${minCount === 1 ? 'a call' : `${minCount} calls`} of ${toolName} with ${quoteValue(args.args)}`,
          came: last ? `${toolName} with ${quoteValue(last.arguments)}` : calledInWords(evidence.toolCalls),
          ...given({ place: last && argumentsPlace(last) }),
        },
      );
    },
  },
  toolCalledAtLeastOnce: {
    doc: 'A tool was called.',
    stage: 'selection',
    evaluate: ({ toolName }, evidence) => {
      if (isBlank(toolName)) return blankName;
      const count = callsOfTool(evidence, toolName).length;
      return verdictOf(count > 0, `${toolName} was called ${count} times.`, `${toolName} was not called.`, () => ({
        expected: `a call of ${toolName}`,
        came: calledInWords(evidence.toolCalls),
      }));
    },
  },
  toolNeverCalled: {
    doc: 'A tool was not called.',
    stage: 'selection',
    evaluate: ({ toolName }, evidence) => {
      if (isBlank(toolName)) return blankName;
      const calls = callsOfTool(evidence, toolName);
      const told = `${toolName} was called ${calls.length} times.`;
      return verdictOf(calls.length === 0, `${toolName} was not called.`, told, () => ({
        expected: `no call of ${toolName}`,
        came: calledInWords(calls),
        place: argumentsPlace(calls[0]!),
      }));
    },
  },
  onlyToolsCalled: {
    doc: 'No tool outside of the list was called.',
    stage: 'selection',
    evaluate: ({ toolNames }, { toolCalls }) => {
      if (toolNames.some(isBlank)) return failedVerdict('The list of tools has a blank name.');
      const others = toolCalls.filter(({ toolName }) => isBlank(toolName) || !toolNames.includes(toolName));
      return verdictOf(
        others.length === 0,
        'Only listed tools were called.',
        `Tools outside of the list were called: ${listFirst(names(others), String)}.`,
        () => ({
          expected: `calls of no other tools than ${listFirst(toolNames, String)}`,
          came: calledInWords(others),
          place: argumentsPlace(others[0]!),
        }),
      );
    },
  },
  firstToolWas: {
    doc: 'The first call went to this tool.',
    stage: 'selection',
    evaluate: ({ toolName }, { toolCalls: [first] }) => {
      if (isBlank(toolName)) return blankName;
      const expected = `${toolName} called first`;
      if (!first) return failedVerdict('No tool was called.', { expected, came: 'no call' });
      return verdictOf(
        first.toolName === toolName,
        `${toolName} was called first.`,
        `${first.toolName} was called first.`,
        () => ({ expected, came: `${first.toolName} called first`, place: argumentsPlace(first) }),
      );
    },
  },
  toolCallCountUnder: {
    doc: 'There were fewer calls than `count`.',
    stage: 'selection',
    evaluate: ({ count, toolName }, evidence) => {
      const made = callsOfTool(evidence, toolName).length;
      const said = `There were ${made} calls; fewer than ${count} are required.`;
      return verdictOf(made < count, said, said, () => ({
        expected: `fewer than ${count} calls`,
        came: `${made} calls`,
      }));
    },
  },
  toolCalledBefore: {
    doc: 'Every call of `beforeToolName` came after a call of `toolName`.',
    stage: 'selection',
    evaluate: ({ toolName, beforeToolName }, { toolCalls }) => {
      if (isBlank(toolName) || isBlank(beforeToolName)) return blankName;
      const later = toolCalls.findIndex((call) => call.toolName === beforeToolName);
      if (later < 0) return passedVerdict(`${beforeToolName} was not called.`);
      const holds = toolCalls.slice(0, later).some((call) => call.toolName === toolName);
      return verdictOf(
        holds,
        `${toolName} was called before ${beforeToolName}.`,
        `${beforeToolName} was called before any call of ${toolName}.`,
        () => ({
          expected: `a call of ${toolName} before ${beforeToolName}`,
          came: `${beforeToolName} before any call of ${toolName}`,
          place: argumentsPlace(toolCalls[later]!),
        }),
      );
    },
  },
  noDeprecatedToolCalled: {
    doc: 'No called tool describes itself as deprecated.',
    stage: 'selection',
    readsInventory: true,
    evaluate: withInventory((_, inventory, evidence, budget) => {
      const { called, unknown } = calledTools(evidence, inventory);
      const found = called.filter(({ declaration }) => isDeprecated(declaration, budget));
      if (found.length === 0 && unknown) return undeclaredTool(unknown);
      return verdictOf(
        found.length === 0,
        'No deprecated tool was called.',
        `Deprecated tools were called: ${listFirst(names(found), String)}.`,
        () => ({
          expected: 'no call of a deprecated tool',
          came: calledInWords(found),
          place: argumentsPlace(found[0]!),
        }),
      );
    }),
  },
  noDestructiveToolCalled: {
    doc: 'No called tool declares itself destructive.',
    stage: 'selection',
    readsInventory: true,
    evaluate: withInventory((_, inventory, evidence) => {
      if (!declaredTools(inventory).some(({ declaration }) => annotationsOf(declaration)))
        return evaluatorError('No tool declares annotations, so destructive tools cannot be recognised.');
      const { called, unknown } = calledTools(evidence, inventory);
      const found = called.filter(({ declaration }) => annotationsOf(declaration)?.destructiveHint === true);
      if (found.length === 0 && unknown) return undeclaredTool(unknown);
      return verdictOf(
        found.length === 0,
        'No destructive tool was called.',
        `Destructive tools were called: ${listFirst(names(found), String)}.`,
        () => ({
          expected: 'no call of a destructive tool',
          came: calledInWords(found),
          place: argumentsPlace(found[0]!),
        }),
      );
    }),
  },
};
