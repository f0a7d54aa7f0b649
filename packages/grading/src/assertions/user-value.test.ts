import { advisoryRole, testVerdicts, verdictOfTurn } from '../../test/judging.ts';
import { promptReplied } from '../../test/transcripts.ts';

describe('the final message', () => {
  testVerdicts([
    [
      'contains text in another case',
      { type: 'responseContains', needle: 'RESULTS' },
      promptReplied('3 results'),
      'passed',
    ],
    [
      'case told apart',
      { type: 'responseContains', needle: 'RESULTS', caseSensitive: true },
      promptReplied('3 results'),
      'failed',
    ],
    ['does not contain', { type: 'responseNotContains', needle: 'error' }, promptReplied('3 results'), 'passed'],
    [
      'contains in another case what it must not',
      { type: 'responseNotContains', needle: 'RESULTS' },
      promptReplied('3 results'),
      'failed',
    ],
    [
      'case told apart in what it must not contain',
      { type: 'responseNotContains', needle: 'RESULTS', caseSensitive: true },
      promptReplied('3 results'),
      'passed',
    ],
    ['no message contains nothing', { type: 'responseNotContains', needle: 'x' }, {}, 'passed'],
    ['blank text cannot be missing', { type: 'responseNotContains', needle: ' ' }, promptReplied('ab'), 'failed'],
    ['matches not', { type: 'responseNotMatches', pattern: '^Sorry' }, promptReplied('3 results'), 'passed'],
    ['matches what it must not', { type: 'responseNotMatches', pattern: '\\d+' }, promptReplied('3 results'), 'failed'],
    [
      'an invalid pattern that must not match',
      { type: 'responseNotMatches', pattern: '(' },
      promptReplied('x'),
      'failed',
    ],
    [
      'a message too long for a pattern that must not match',
      { type: 'responseNotMatches', pattern: 'a' },
      promptReplied('b'.repeat(100_001)),
      'failed',
    ],
    ['blank text is never found', { type: 'responseContains', needle: ' ' }, promptReplied('a b'), 'failed'],
    ['matches', { type: 'responseMatches', pattern: '^\\d+ results$' }, promptReplied('3 results'), 'passed'],
    [
      'does not match in another case',
      { type: 'responseMatches', pattern: 'RESULTS' },
      promptReplied('3 results'),
      'failed',
    ],
    ['an invalid pattern', { type: 'responseMatches', pattern: '(' }, promptReplied('('), 'failed'],
    ['a repetition of a repetition', { type: 'responseMatches', pattern: '(a+)+$' }, promptReplied('aaa'), 'failed'],
    [
      'a message too long for patterns',
      { type: 'responseMatches', pattern: 'a' },
      promptReplied('a'.repeat(100_001)),
      'failed',
    ],
    ['has text', { type: 'finalAssistantMessageNonEmpty' }, promptReplied('x'), 'passed'],
    ['white space is not text', { type: 'finalAssistantMessageNonEmpty' }, promptReplied(' \n'), 'failed'],
    [
      'an earlier message does not count',
      { type: 'finalAssistantMessageNonEmpty' },
      { messages: [...promptReplied('x').messages, { role: 'assistant', content: '', promptIndex: 0 }] },
      'failed',
    ],
    ['does not ask', { type: 'noEndingQuestion', ...advisoryRole }, promptReplied('Really? Yes.'), 'passed'],
    [
      'asks at its end',
      { type: 'noEndingQuestion', ...advisoryRole },
      promptReplied('Done.\nAnything else? \n\n'),
      'failed',
    ],
    ['an empty message asks nothing', { type: 'noEndingQuestion', ...advisoryRole }, {}, 'passed'],
    [
      'look-around, which needs backtracking',
      { type: 'responseMatches', pattern: '(?=a)a' },
      promptReplied('a'),
      'failed',
    ],
    ['no message matches nothing', { type: 'responseMatches', pattern: 'a' }, {}, 'failed'],
    [
      'a line that asks before one that does not',
      { type: 'noEndingQuestion', ...advisoryRole },
      promptReplied('Shall I?\nI did.'),
      'passed',
    ],
  ]);
});

describe('budgets', () => {
  testVerdicts([
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
    ['no assistant message', { type: 'turnCountUnder', turns: 1 }, { userMessages: 0 }, 'passed'],
  ]);
});

describe('in a turn', () => {
  testVerdicts(
    [
      [
        'tokens are counted for the whole trial only',
        { type: 'tokenBudgetUnder', tokens: 1 },
        { usage: { totalTokens: 9 } },
        'not_applicable',
      ],
      ['and so are turns', { type: 'turnCountUnder', turns: 1 }, { userMessages: 9 }, 'not_applicable'],
      [
        'the final message is the final message of the turn',
        { type: 'responseContains', needle: 'hi' },
        promptReplied('hi'),
        'failed',
      ],
    ],
    verdictOfTurn,
  );
});
