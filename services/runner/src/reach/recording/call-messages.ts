import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import type { WireEntry } from '@assay/contract/areas/transcripts/trace';
import { isObject } from '@assay/contract/json';

/** The request of a tool call on the wire, and its answer once there is one. */
interface Exchange {
  serverId: string;
  rpcId: unknown;
  toolName: unknown;
  arguments: unknown;
  sent: number;
  received?: number;
}

/** The places of the messages of tool calls on the wire, so that evidence about a call can point at its messages. */
export class CallMessages {
  #exchanges: Exchange[] = [];

  /** Notes a message by its place on the wire of the work. */
  note(place: number, { serverId, direction, message }: Pick<WireEntry, 'serverId' | 'direction' | 'message'>): void {
    if (!isObject(message)) return;
    if (direction === 'sent') this.#noteRequest(place, serverId, message);
    else {
      const asked = this.#exchanges.findLast((each) => each.serverId === serverId && each.rpcId === message.id);
      if (asked) asked.received ??= place;
    }
  }

  #noteRequest(sent: number, serverId: string, { method, id: rpcId, params }: Record<string, unknown>): void {
    if (method !== 'tools/call' || !isObject(params)) return;
    this.#exchanges.push({ serverId, rpcId, toolName: params.name, arguments: params.arguments, sent });
  }

  /**
   * Takes the messages of a call that has ended: of several requests of its tool the first one with its arguments, or
   * else the first one.
   */
  take({ serverId, toolName, arguments: args }: TranscriptToolCall): TranscriptToolCall['wire'] {
    const own = this.#exchanges.filter((each) => each.serverId === serverId && each.toolName === toolName);
    const told = JSON.stringify(args);
    const taken = own.find((each) => JSON.stringify(each.arguments ?? {}) === told) ?? own[0];
    if (!taken) return undefined;
    this.#exchanges = this.#exchanges.filter((each) => each !== taken);
    const { sent, received } = taken;
    return { sent, ...(received !== undefined && { received }) };
  }
}
