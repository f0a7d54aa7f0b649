import { toolCall, textResult, toolError, transcript } from '../../test/transcripts.ts';
import { evidenceHash, judgedEvidence, MAX_EVIDENCE } from './judged-evidence.ts';

const said = (role: 'user' | 'assistant' | 'tool' | 'system', content: string) => ({ role, content });
const size = (evidence: object) => Buffer.byteLength(JSON.stringify(evidence));

test('a judge sees messages and calls without their secrets', () => {
  const evidence = judgedEvidence(
    transcript({
      messages: [
        said('system', 'Be nice.'),
        said('user', 'My key is sk_abcdef123456'),
        said('assistant', ''),
        said('tool', 'done'),
        said('assistant', 'It is done.'),
      ],
      toolCalls: [toolCall('echo', { password: 'x', message: 'hi' }), toolCall('fail', {}, toolError('no such file'))],
    }),
  );
  expect(evidence.conversation).toEqual([
    { role: 'user', text: 'My key is [redacted]' },
    { role: 'assistant', text: 'It is done.' },
  ]);
  expect(evidence.toolCalls).toEqual([
    {
      server: 'everything',
      tool: 'echo',
      arguments: '{"password":[redacted],"message":"hi"}',
      failed: false,
      result: 'done',
    },
    { server: 'everything', tool: 'fail', arguments: '{}', failed: true, result: 'no such file' },
  ]);
});

test('structured content is shown when a result has no text', () =>
  expect(
    judgedEvidence(transcript({ toolCalls: [toolCall('sum', {}, { result: { structuredContent: { sum: 3 } } })] }))
      .toolCalls[0]!.result,
  ).toBe('{"sum":3}'));

describe('oversized evidence', () => {
  test('loses its oldest tool results first, and keeps the newest whole', () => {
    const large = 'x'.repeat(40_000);
    const evidence = judgedEvidence(
      transcript({
        messages: [said('user', 'go'), said('assistant', 'done')],
        toolCalls: ['a', 'b'].map((name) => toolCall(name, {}, { result: textResult(large) })),
      }),
    );
    expect(evidence.toolCalls.map(({ result }) => result.length > 30_000)).toEqual([false, true]);
    expect(evidence.toolCalls[0]!.result).toMatch(/ \(39600 more characters\)$/);
    expect(size(evidence)).toBeLessThan(MAX_EVIDENCE + 200);
  });

  test.each([
    ['thousands of calls', { toolCalls: Array.from({ length: 5_000 }, () => toolCall('echo', { message: 'hello' })) }],
    [
      'a long conversation',
      { messages: Array.from({ length: 500 }, (_, i) => said(i % 2 === 0 ? 'user' : 'assistant', 'y'.repeat(3_000))) },
    ],
    ['one endless reply', { messages: [said('user', 'go'), said('assistant', '\u{1f600}'.repeat(60_000))] }],
    ['endless arguments', { toolCalls: [toolCall('echo', { message: 'z'.repeat(200_000) })] }],
    ['a reply of nothing but control characters', { messages: [said('assistant', '\u0001'.repeat(200_000))] }],
  ])('%s is made to fit', (_, parts) => {
    const evidence = judgedEvidence(transcript(parts));
    expect(size(evidence)).toBeLessThan(MAX_EVIDENCE + 500);
    expect(JSON.stringify(evidence).isWellFormed()).toBe(true);
  });

  test('says what was left out, and keeps the final message', () => {
    const evidence = judgedEvidence(
      transcript({
        messages: [said('user', 'go'), said('assistant', 'the end')],
        toolCalls: Array.from({ length: 5_000 }, () => toolCall('echo')),
      }),
    );
    expect(evidence.leftOutCalls + evidence.toolCalls.length).toBe(5_000);
    expect(evidence.leftOutCalls).toBeGreaterThan(3_000);
    expect(evidence.conversation.at(-1)!.text).toBe('the end');
  });
});

test('the same iteration has the same hash, another one another hash', () => {
  const hashOf = (reply: string) => evidenceHash(judgedEvidence(transcript({ messages: [said('assistant', reply)] })));
  expect(hashOf('a')).toBe(hashOf('a'));
  expect(hashOf('a')).not.toBe(hashOf('b'));
});
