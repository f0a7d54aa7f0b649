import type { WireEntry } from '@assay/contract/areas/transcripts/trace';
import { clipEntry } from './clip.ts';

const entry = (more: Partial<WireEntry>): WireEntry => ({
  atMs: 1,
  serverId: 'srv',
  direction: 'received',
  bytes: 9,
  ...more,
});

test.each([
  ['a text of 64 KB', entry({ text: 'x'.repeat(65_536) })],
  ['a message of 64 KB', entry({ message: 'x'.repeat(65_534) })],
  ['an entry without a message', entry({ truncated: true })],
])('%s is kept whole', (_, whole) => expect(clipEntry(whole)).toEqual(whole));

test.each([
  ['a text', entry({ text: '€'.repeat(30_000) }), '€'.repeat(21_845)],
  ['a message', entry({ message: { text: 'x'.repeat(65_536) } }), `{"text":"${'x'.repeat(65_527)}`],
])('%s over 64 KB is clipped, and its entry says so', (_, long, text) =>
  expect(clipEntry(long)).toEqual(entry({ text, truncated: true })),
);
