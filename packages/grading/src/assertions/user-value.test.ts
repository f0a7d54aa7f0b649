import { advisory, judge, judgedInTurn } from '../../test/judging.ts';
import { replied } from '../../test/transcripts.ts';

describe('the final message', () => {
  judge([
    ['contains text in another case', { type: 'responseContains', needle: 'RESULTS' }, replied('3 results'), 'passed'],
    [
      'case told apart',
      { type: 'responseContains', needle: 'RESULTS', caseSensitive: true },
      replied('3 results'),
      'failed',
    ],
    ['blank text is never found', { type: 'responseContains', needle: ' ' }, replied('a b'), 'failed'],
    ['matches', { type: 'responseMatches', pattern: '^\\d+ results$' }, replied('3 results'), 'passed'],
    ['does not match in another case', { type: 'responseMatches', pattern: 'RESULTS' }, replied('3 results'), 'failed'],
    ['an invalid pattern', { type: 'responseMatches', pattern: '(' }, replied('('), 'failed'],
    ['a repetition of a repetition', { type: 'responseMatches', pattern: '(a+)+$' }, replied('aaa'), 'failed'],
    [
      'a message too long for patterns',
      { type: 'responseMatches', pattern: 'a' },
      replied('a'.repeat(100_001)),
      'failed',
    ],
    ['has text', { type: 'finalAssistantMessageNonEmpty' }, replied('x'), 'passed'],
    ['white space is no text', { type: 'finalAssistantMessageNonEmpty' }, replied(' \n'), 'failed'],
    [
      'an earlier message does not count',
      { type: 'finalAssistantMessageNonEmpty' },
      { messages: [...replied('x').messages, { role: 'assistant', content: '', promptIndex: 0 }] },
      'failed',
    ],
    ['does not ask', { type: 'noEndingQuestion', ...advisory }, replied('Really? Yes.'), 'passed'],
    ['asks at its end', { type: 'noEndingQuestion', ...advisory }, replied('Done.\nAnything else? \n\n'), 'failed'],
    ['an empty message asks nothing', { type: 'noEndingQuestion', ...advisory }, {}, 'passed'],
    ['look-around, which needs backtracking', { type: 'responseMatches', pattern: '(?=a)a' }, replied('a'), 'failed'],
    ['no message matches nothing', { type: 'responseMatches', pattern: 'a' }, {}, 'failed'],
    [
      'a line that asks before one that does not',
      { type: 'noEndingQuestion', ...advisory },
      replied('Shall I?\nI did.'),
      'passed',
    ],
  ]);
});

describe('budgets', () => {
  judge([
    ['under the budget', { type: 'tokenBudgetUnder', tokens: 11 }, { usage: { totalTokens: 10 } }, 'passed'],
    [
      'the whole budget is too much',
      { type: 'tokenBudgetUnder', tokens: 10 },
      { usage: { totalTokens: 10 } },
      'failed',
    ],
    [
      'the parts may say more than the total',
      { type: 'tokenBudgetUnder', tokens: 10 },
      { usage: { totalTokens: 1, inputTokens: 6, outputTokens: 6 } },
      'failed',
    ],
    ['usage that was not recorded', { type: 'tokenBudgetUnder', tokens: 10 }, {}, 'failed'],
    ['few turns', { type: 'turnCountUnder', turns: 2 }, { userMessages: 1 }, 'passed'],
    ['too many turns', { type: 'turnCountUnder', turns: 2 }, { userMessages: 2 }, 'failed'],
    ['usage that says nothing', { type: 'tokenBudgetUnder', tokens: 10 }, { usage: {} }, 'failed'],
    ['only one side was counted', { type: 'tokenBudgetUnder', tokens: 10 }, { usage: { outputTokens: 4 } }, 'passed'],
    ['nobody spoke', { type: 'turnCountUnder', turns: 1 }, { userMessages: 0 }, 'passed'],
  ]);
});

describe('in a turn', () => {
  judge(
    [
      [
        'tokens are counted for the whole trial only',
        { type: 'tokenBudgetUnder', tokens: 1 },
        { usage: { totalTokens: 9 } },
        'not_applicable',
      ],
      ['and so are turns', { type: 'turnCountUnder', turns: 1 }, { userMessages: 9 }, 'not_applicable'],
      ['the final message is that of the turn', { type: 'responseContains', needle: 'hi' }, replied('hi'), 'failed'],
    ],
    judgedInTurn,
  );
});
