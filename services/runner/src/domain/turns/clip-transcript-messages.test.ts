import type { TranscriptMessage } from '@assay/contract/areas/transcripts/documents';
import { clipTranscriptMessages } from './clip-transcript-messages.ts';

const message = (role: TranscriptMessage['role'], length: number): TranscriptMessage => ({
  role,
  content: 'x'.repeat(length),
});
const sizes = (messages: TranscriptMessage[]) => messages.map(({ content }) => content.length);

test('messages within the budget are unchanged', () => {
  const messages = [message('user', 10), message('assistant', 1_000)];
  expect(clipTranscriptMessages(messages, 2_000)).toBe(messages);
});

test('tool results are cut before replies, and the last reply is kept longest', () => {
  const messages = [
    message('user', 1_000),
    message('assistant', 10_000),
    message('tool', 10_000),
    message('assistant', 10_000),
  ];
  const [user, , tool, last] = sizes(clipTranscriptMessages(messages, 22_000));
  expect([user, tool! > 200 && tool! < 1_000, last]).toEqual([1_000, true, 10_000]);
  const [, first, , final] = sizes(clipTranscriptMessages(messages, 12_000));
  expect([first! < 1_000, final]).toEqual([true, 10_000]);
  expect(sizes(clipTranscriptMessages(messages, 5_000)).reduce((a, b) => a + b)).toBeLessThanOrEqual(5_000);
});

test('a cut message says that it was cut', () => {
  expect(clipTranscriptMessages([message('assistant', 1_000)], 100)[0]!.content).toMatch(
    /\[cut: the first \d+ of 1000 characters\]$/,
  );
});
