import { AsyncLocalStorage } from 'node:async_hooks';
import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import type { WireEntry } from '@assay/contract/areas/transcripts/trace';
import { isObject } from '@assay/contract/json';

type CallPlaces = NonNullable<TranscriptToolCall['wire']>;

const storage = new AsyncLocalStorage<string>();

/** Makes a tool call, so that its messages are known by the id of the call. */
export const asCall = <T>(id: string, make: () => T): T => storage.run(id, make);

/** The places of the messages of tool calls on the wire, so that evidence about a call can point at its messages. */
export class CallMessages {
  readonly #ofCall = new Map<string, CallPlaces>();
  /** By server and JSON-RPC id, until the answer has come. */
  readonly #unanswered = new Map<string, CallPlaces>();

  /** Notes a message by its place on the wire of the work. A request that is sent again takes the place of the first one. */
  note(place: number, { serverId, direction, message }: Pick<WireEntry, 'serverId' | 'direction' | 'message'>): void {
    if (!isObject(message)) return;
    const key = JSON.stringify([serverId, message.id]);
    if (direction === 'received') {
      if (message.method !== undefined) return;
      const asked = this.#unanswered.get(key);
      if (asked) asked.received = place;
      this.#unanswered.delete(key);
      return;
    }
    const id = message.method === 'tools/call' ? storage.getStore() : undefined;
    if (id === undefined) return;
    const places: CallPlaces = { sent: place };
    this.#ofCall.set(id, places);
    this.#unanswered.set(key, places);
  }

  of({ id }: Pick<TranscriptToolCall, 'id'>): CallPlaces | undefined {
    return this.#ofCall.get(id);
  }
}
