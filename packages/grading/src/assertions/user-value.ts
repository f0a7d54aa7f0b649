import { given } from '@assay/contract/given';
import { tokensUsed } from '../iteration/tokens-used.ts';
import type { ComputeBudget } from '../compute-budget.ts';
import { containsValue } from '../matching/contains.ts';
import { quoteValue } from '../quote.ts';
import { PatternError, patternOf } from '../regex.ts';
import type { AssertionEvidence } from '../evidence/evidence.ts';
import { messagePlace } from '../evidence/places.ts';
import { failedVerdict, passedVerdict, verdictOf, type Verdict } from './verdict.ts';
import { isBlank, type AssertionOf, type AssertionRows } from './row.ts';

type Types =
  | 'responseContains'
  | 'responseNotContains'
  | 'responseMatches'
  | 'responseNotMatches'
  | 'finalAssistantMessageNonEmpty'
  | 'tokenBudgetUnder'
  | 'turnCountUnder'
  | 'noEndingQuestion';

/** The longest message that patterns are matched against, in characters. */
const MAX_MATCHED = 100_000;

/** Judges whether the final message contains a text, which it is to contain or not. */
const containing =
  (isWanted: boolean) =>
  (
    { needle, caseSensitive = false }: Pick<AssertionOf<'responseContains'>, 'needle' | 'caseSensitive'>,
    evidence: AssertionEvidence,
    budget: ComputeBudget,
  ): Verdict => {
    const { finalText } = evidence;
    if (isBlank(needle)) return failedVerdict('The assertion looks for blank text.');
    const isThere = containsValue(finalText, needle, caseSensitive, budget);
    const said = `The final message ${isThere ? 'contains' : 'does not contain'} ${quoteValue(needle)}`;
    const place = messagePlace(evidence, { text: needle, caseSensitive });
    if (isThere === isWanted) return passedVerdict(`${said}.`, isThere ? place : undefined);
    return failedVerdict(`${said}: ${quoteValue(finalText)}.`, {
      expected: `a final message ${isWanted ? 'that contains' : 'without'} ${quoteValue(needle)}`,
      came: finalMessageInWords(finalText),
      ...given({ place }),
    });
  };

/** The final message as what came. */
const finalMessageInWords = (text: string): string => (isBlank(text) ? 'no text' : quoteValue(text));

/** Judges whether the final message matches a pattern, which it is to match or not. */
const matching =
  (isWanted: boolean) =>
  (
    { pattern: source }: Pick<AssertionOf<'responseMatches'>, 'pattern'>,
    evidence: AssertionEvidence,
    budget: ComputeBudget,
  ): Verdict => {
    const { finalText } = evidence;
    if (finalText.length > MAX_MATCHED)
      return failedVerdict(`The final message is longer than ${MAX_MATCHED} characters.`);
    try {
      const pattern = patternOf(source, budget);
      if (pattern.nested)
        return failedVerdict('The pattern repeats a repetition, which evaluators that backtrack cannot run safely.');
      const isThere = pattern.test(finalText, budget);
      const said = `The final message ${isThere ? 'matches' : 'does not match'} ${quoteValue(source)}`;
      return verdictOf(isThere === isWanted, `${said}.`, `${said}: ${quoteValue(finalText)}.`, () => ({
        expected: `a final message that ${isWanted ? 'matches' : 'does not match'} ${quoteValue(source)}`,
        came: finalMessageInWords(finalText),
        ...given({ place: messagePlace(evidence) }),
      }));
    } catch (error) {
      if (error instanceof PatternError) return failedVerdict(`${quoteValue(source)} was not tried: ${error.message}.`);
      throw error;
    }
  };

export const userValueAssertions: AssertionRows<Types> = {
  responseContains: {
    doc: 'The final message contains the text.',
    stage: 'userValue',
    evaluate: containing(true),
  },
  responseNotContains: {
    doc: 'The final message does not contain the text; a trial without a message passes.',
    stage: 'userValue',
    evaluate: containing(false),
  },
  responseMatches: {
    doc: 'The final message matches the regular expression.',
    stage: 'userValue',
    evaluate: matching(true),
  },
  responseNotMatches: {
    doc: 'The final message does not match the regular expression; a trial without a message is matched as empty text.',
    stage: 'userValue',
    evaluate: matching(false),
  },
  finalAssistantMessageNonEmpty: {
    doc: 'The final message says something.',
    stage: 'userValue',
    evaluate: (_, evidence) =>
      verdictOf(!isBlank(evidence.finalText), 'The final message has text.', 'The final message has no text.', () => ({
        expected: 'a final message with text',
        came: evidence.finalMessage === undefined ? 'no message' : 'no text',
        ...given({ place: messagePlace(evidence) }),
      })),
  },
  tokenBudgetUnder: {
    doc: 'The trial used fewer tokens than `tokens`.',
    stage: 'userValue',
    trialOnly: true,
    evaluate: ({ tokens }, { usage }) => {
      const used = tokensUsed(usage);
      if (used === undefined) return failedVerdict('No token usage was recorded.');
      const said = `${used} tokens were used; fewer than ${tokens} are required.`;
      return verdictOf(used < tokens, said, said, () => ({
        expected: `fewer than ${tokens} tokens`,
        came: `${used} tokens`,
      }));
    },
  },
  turnCountUnder: {
    doc: 'The user spoke fewer than `turns` times.',
    stage: 'userValue',
    trialOnly: true,
    evaluate: ({ turns }, { userMessages }) => {
      const said = `The user spoke ${userMessages} times; fewer than ${turns} are required.`;
      return verdictOf(userMessages < turns, said, said, () => ({
        expected: `fewer than ${turns} messages of the user`,
        came: `${userMessages} messages`,
      }));
    },
  },
  noEndingQuestion: {
    doc: 'The final message does not end with a question.',
    stage: 'userValue',
    evaluate: (_, evidence) => {
      const { finalText } = evidence;
      const lastLine = finalText.trimEnd().split('\n').at(-1)!.trim();
      return verdictOf(
        !lastLine.endsWith('?'),
        'The final message does not end with a question.',
        `The final message ends with a question: ${quoteValue(lastLine)}.`,
        () => ({
          expected: 'a final message that does not end with a question',
          came: quoteValue(lastLine),
          ...given({ place: messagePlace(evidence) }),
        }),
      );
    },
  },
};
