import type { Transcript, TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { given } from '@assay/contract/given';
import { CassetteRecorder, cassetteKey, contentHash } from './cassette.ts';

const call = (more: Partial<TranscriptToolCall> = {}): TranscriptToolCall => ({
  id: 'c',
  stepId: 's',
  stepIndex: 0,
  serverId: 'srv',
  serverName: 'shop',
  toolName: 'find',
  arguments: { a: 1, b: [{ c: 2, d: 3 }] },
  result: { content: [] },
  isError: false,
  startMs: 0,
  latencyMs: 5,
  ...more,
});
const transcript = (toolCalls: TranscriptToolCall[], inventory?: Transcript['inventory']): Transcript => ({
  version: 1,
  steps: [],
  messages: [],
  toolCalls,
  userMessages: 0,
  ...given({ inventory }),
});

function recorded(transcripts: Transcript[], maxBytes = 1_000_000) {
  const recorder = new CassetteRecorder(maxBytes);
  for (const each of transcripts) recorder.add(each);
  return { content: recorder.content(), cut: recorder.cut };
}

describe('a call is found by', () => {
  const key = cassetteKey(call());

  test.each<[string, Partial<TranscriptToolCall>, boolean]>([
    ['its arguments in any order of their keys', { arguments: { b: [{ d: 3, c: 2 }], a: 1 } }, true],
    ['no other argument', { arguments: { a: 2, b: [{ c: 2, d: 3 }] } }, false],
    ['no other order of a list', { arguments: { a: 1, b: [{ d: 3 }, { c: 2 }] } }, false],
    ['no other tool', { toolName: 'find2' }, false],
    ['no other server', { serverName: 'shop2' }, false],
    ['nothing that its answer was', { result: { content: ['x'] }, latencyMs: 9 }, true],
  ])('%s', (_, more, same) => expect(cassetteKey(call(more)) === key).toBe(same));

  test('arguments without their secrets, so that masked arguments find it too', () => {
    const masked = cassetteKey(call({ arguments: { password: '[redacted]', q: 'x' } }));
    expect(cassetteKey(call({ arguments: { password: 'hunter2', q: 'x' } }))).toBe(masked);
  });

  test('the same key in every release', () =>
    expect(key).toBe('b8e0ee88d069ffc60593d940184a26573a81d7e4713d3faf2b00bd7ebc4a2f75'));
});

test('outcomes of the same call keep their order', () => {
  const { content, cut } = recorded([
    transcript([call({ result: { n: 1 } }), call({ toolName: 'other' })]),
    transcript([call({ result: { n: 2 } })]),
  ]);
  expect(content.calls.map(({ toolName, outcomes }) => [toolName, outcomes.map(({ result }) => result)])).toEqual([
    ['find', [{ n: 1 }, { n: 2 }]],
    ['other', [{ content: [] }]],
  ]);
  expect(cut).toBe(false);
});

test('a cassette contains nothing that looks like a secret', () => {
  const { content } = recorded([
    transcript([
      call({ arguments: { password: 'hunter2' }, result: { text: 'Bearer abcdefghijklmnop' } }),
      call({ arguments: {}, result: undefined, error: { code: 'X', message: 'token=abcdefgh' } } as never),
    ]),
  ]);
  expect(JSON.stringify(content)).not.toMatch(/hunter2|abcdefgh/);
});

test('at most 50 outcomes of one call are kept, and the cassette is marked as cut', () => {
  const { content, cut } = recorded([transcript(Array.from({ length: 51 }, () => call()))]);
  expect([content.calls[0]!.outcomes.length, cut]).toEqual([50, true]);
});

test('an outcome that does not fit is left out, and later ones that fit are kept', () => {
  const { content, cut } = recorded(
    [transcript([call({ arguments: { n: 1 }, result: { x: 'x'.repeat(1_000) } }), call({ arguments: { n: 2 } })])],
    500,
  );
  expect([content.calls.map(({ arguments: args }) => args), cut]).toEqual([[{ n: 2 }], true]);
});

test('a result that was too large to keep is missing, and the cassette is marked as cut', () => {
  const { result: _, ...resultless } = call();
  expect(recorded([transcript([resultless])])).toMatchObject({ content: { calls: [] }, cut: true });
});

test('a complete list of tools replaces a partial one', () => {
  const inventory = (complete: boolean, ...tools: string[]) => [
    { serverId: 'srv', serverName: 'shop', complete, tools: tools.map((name) => ({ name })) },
  ];
  const { content } = recorded([
    transcript([], inventory(false, 'a')),
    transcript([], inventory(true, 'a', 'b')),
    transcript([], inventory(true, 'c')),
  ]);
  expect(content.servers).toEqual(inventory(true, 'a', 'b'));
});

describe('the content hash of a cassette', () => {
  const hashOf = (...calls: TranscriptToolCall[]) => contentHash(recorded([transcript(calls)]).content);
  const [a, b] = [call({ arguments: { n: 1 } }), call({ arguments: { n: 2 } })];

  test('does not depend on durations and the order of different calls', () => {
    expect(hashOf(b, { ...a, latencyMs: 99 })).toBe(hashOf(a, b));
  });

  test('changes with an answer', () => {
    expect(hashOf(a, { ...b, result: { content: ['x'] } })).not.toBe(hashOf(a, b));
  });
});
