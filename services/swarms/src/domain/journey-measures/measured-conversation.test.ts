import type { SessionTurn } from '@assay/contract/areas/journey-runs/session-work';
import { measuredConversation } from './measured-conversation.ts';

const said = (...texts: string[]): SessionTurn => ({
  promptIndex: 0,
  status: 'completed',
  finishReason: 'stop',
  messages: [
    { role: 'user', text: 'Where is my tea?' },
    ...texts.map((text) => ({ role: 'assistant' as const, text, calls: [] })),
  ],
  toolCalls: [],
  askedAtMs: 1_000,
  endedAtMs: 1_500,
});

test.each<[string, SessionTurn[], deadEnds: number, firstAnswerMs: number | undefined]>([
  ['an answer', [said('On its way.')], 0, 500],
  ['a text before calls, and none after them', [said('Let me see.', '')], 0, 500],
  ['no text at all', [said('', '')], 1, undefined],
  ['a blank after a text', [said('Let me see.', ' ')], 1, undefined],
  ['an answer to the second question', [said(), { ...said('Here.'), askedAtMs: 3_000, endedAtMs: 4_000 }], 1, 3_000],
])('a persona is answered as a person is: %s', (_, turns, deadEnds, firstAnswerMs) => {
  const measures = measuredConversation(turns);
  expect([measures.deadEnds, measures.firstAnswerMs]).toEqual([deadEnds, firstAnswerMs]);
  expect([measures.isAbandoned, measures.hasLeft, measures.isEnded]).toEqual([false, false, true]);
});
