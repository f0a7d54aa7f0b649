import { contains } from '../matching/contains.ts';
import { quote } from '../quote.ts';
import { PatternError, patternOf } from '../regex.ts';
import { failed, verdictOf } from './verdict.ts';
import { isBlank, type Rows } from './row.ts';

type Types =
  | 'responseContains'
  | 'responseMatches'
  | 'finalAssistantMessageNonEmpty'
  | 'tokenBudgetUnder'
  | 'turnCountUnder'
  | 'noEndingQuestion';

/** The longest message that patterns are tried on, in characters. */
const MAX_MATCHED = 100_000;

export const userValue: Rows<Types> = {
  responseContains: {
    doc: 'The final message contains the text.',
    stage: 'userValue',
    evaluate: ({ needle, caseSensitive = false }, { finalText }, budget) => {
      if (isBlank(needle)) return failed('The assertion looks for blank text.');
      return verdictOf(
        contains(finalText, needle, caseSensitive, budget),
        `The final message contains ${quote(needle)}.`,
        `The final message does not contain ${quote(needle)}: ${quote(finalText)}.`,
      );
    },
  },
  responseMatches: {
    doc: 'The final message matches the regular expression.',
    stage: 'userValue',
    evaluate: ({ pattern: source }, { finalText }, budget) => {
      if (finalText.length > MAX_MATCHED) return failed(`The final message is longer than ${MAX_MATCHED} characters.`);
      try {
        const pattern = patternOf(source, budget);
        if (pattern.nested)
          return failed('The pattern repeats a repetition, which evaluators that backtrack cannot run safely.');
        return verdictOf(
          pattern.test(finalText, budget),
          `The final message matches ${quote(source)}.`,
          `The final message does not match ${quote(source)}: ${quote(finalText)}.`,
        );
      } catch (error) {
        if (error instanceof PatternError) return failed(`${quote(source)} was not tried: ${error.message}.`);
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
      const { totalTokens, inputTokens, outputTokens } = usage ?? {};
      if ((totalTokens ?? inputTokens ?? outputTokens) === undefined) return failed('No token usage was recorded.');
      const used = Math.max(totalTokens ?? 0, (inputTokens ?? 0) + (outputTokens ?? 0));
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
        `The final message ends with a question: ${quote(lastLine)}.`,
      );
    },
  },
};
