import type { ChatEvent } from '@assay/contract/areas/chat-sessions/reading';
import { invalid } from '@assay/contract/problem';

/** The place of an event in a session: its turn, and its number in the turn. */
export interface EventPosition {
  promptIndex: number;
  seq: number;
}

/** The place that an event id names; undefined when there is none. @throws VALIDATION_ERROR when it is not valid. */
export function eventPositionOf(eventId: string): EventPosition | undefined {
  if (eventId === '') return undefined;
  const [, promptIndex, seq] = /^(\d{1,9})\.(\d{1,9})$/.exec(eventId) ?? [];
  if (promptIndex === undefined || seq === undefined)
    throw invalid('Last-Event-ID is not the id of an event of this stream.', {
      issues: [{ path: '/lastEventId', message: 'is not the id of an event of this stream' }],
    });
  return { promptIndex: Number(promptIndex), seq: Number(seq) };
}

/** A stored event as the stream has it. */
export const chatEventOf = ({
  promptIndex,
  seq,
  body: { type, ...data },
}: EventPosition & { body: { type: string } }): ChatEvent =>
  ({ id: `${promptIndex}.${seq}`, type, data: { promptIndex, ...data } }) as ChatEvent;
