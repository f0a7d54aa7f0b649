import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { writtenTranscript } from './written-transcript.ts';

const transcript = (more: Partial<Transcript> = {}): Transcript => ({
  version: 1,
  steps: [],
  messages: [],
  toolCalls: [],
  userMessages: 0,
  ...more,
});

test('a transcript is written unchanged', () => {
  expect(JSON.parse(writtenTranscript(transcript({ userMessages: 2 }))!.toString())).toEqual(
    transcript({ userMessages: 2 }),
  );
});

test('a conversation that is too long for a report is cut', () => {
  const messages = Array.from({ length: 20 }, () => ({ role: 'assistant' as const, content: 'x'.repeat(1_000_000) }));
  expect(writtenTranscript(transcript({ messages }))!.length).toBeLessThan(4_100_000);
});

test('a transcript that is too large for a report is not written', () => {
  expect(
    writtenTranscript(transcript({ error: { code: 'X', message: 'x'.repeat(50 * 1024 * 1024) } })),
  ).toBeUndefined();
  const endless = {
    toJSON: () => {
      throw new RangeError('Invalid string length');
    },
  };
  expect(writtenTranscript(transcript({ error: endless as never }))).toBeUndefined();
});
