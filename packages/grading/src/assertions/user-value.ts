import { tokensUsed } from '../iteration/tokens-used.ts';
import { containsValue } from '../matching/contains.ts';
import { quoteValue } from '../quote.ts';
import { PatternError, patternOf } from '../regex.ts';
import { failedVerdict, verdictOf } from './verdict.ts';
import { isBlank, type AssertionRows } from './row.ts';

type Types =
  | 'responseContains'
  | 'responseMatches'
  | 'finalAssistantMessageNonEmpty'
  | 'tokenBudgetUnder'
  | 'turnCountUnder'
  | 'noEndingQuestion';

/** The longest message that patterns are matched against, in characters. */
const MAX_MATCHED = 100_000;

export const userValueAssertions: AssertionRows<Types> = {
  responseContains: {
    doc: 'The final message contains the text.',
    stage: 'userValue',
    evaluate: ({ needle, caseSensitive = false }, { finalText }, budget) => {
      if (isBlank(needle)) return failedVerdict('The assertion looks for blank text.');
      return verdictOf(
        containsValue(finalText, needle, caseSensitive, budget),
        `The final message contains ${quoteValue(needle)}.`,
        `The final message does not contain ${quoteValue(needle)}: ${quoteValue(finalText)}.`,
      );
    },
  },
  responseMatches: {
    doc: 'The final message matches the regular expression.',
    stage: 'userValue',
    evaluate: ({ pattern: source }, { finalText }, budget) => {
      if (finalText.length > MAX_MATCHED)
        return failedVerdict(`The final message is longer than ${MAX_MATCHED} characters.`);
      try {
        const pattern = patternOf(source, budget);
        if (pattern.nested)
          return failedVerdict('The pattern repeats a repetition, which evaluators that backtrack cannot run safely.');
        return verdictOf(
          pattern.test(finalText, budget),
          `The final message matches ${quoteValue(source)}.`,
          `The final message does not match ${quoteValue(source)}: ${quoteValue(finalText)}.`,
        );
      } catch (error) {
        if (error instanceof PatternError)
          return failedVerdict(`${quoteValue(source)} was not tried: ${error.message}.`);
        throw error;
      }
    },
  },
  finalAssistantMessageNonEmpty: {
    doc: 'The final message says something.',
    stage: 'userValue',
    evaluate: (_, { finalText }) =>
      verdictOf(!isBlank(finalText), 'The final message has text.', 'The final message has no text.'),
  },
  tokenBudgetUnder: {
    doc: 'The trial used fewer tokens than `tokens`.',
    stage: 'userValue',
    trialOnly: true,
    evaluate: ({ tokens }, { usage }) => {
      const used = tokensUsed(usage);
      if (used === undefined) return failedVerdict('No token usage was recorded.');
      const said = `${used} tokens were used; fewer than ${tokens} are wanted.`;
      return verdictOf(used < tokens, said, said);
    },
  },
  turnCountUnder: {
    doc: 'The user spoke fewer than `turns` times.',
    stage: 'userValue',
    trialOnly: true,
    evaluate: ({ turns }, { userMessages }) => {
      const said = `The user spoke ${userMessages} times; fewer than ${turns} are wanted.`;
      return verdictOf(userMessages < turns, said, said);
    },
  },
  noEndingQuestion: {
    doc: 'The final message does not end with a question.',
    stage: 'userValue',
    evaluate: (_, { finalText }) => {
      const lastLine = finalText.trimEnd().split('\n').at(-1)!.trim();
      return verdictOf(
        !lastLine.endsWith('?'),
        'The final message does not end with a question.',
        `The final message ends with a question: ${quoteValue(lastLine)}.`,
      );
    },
  },
};
