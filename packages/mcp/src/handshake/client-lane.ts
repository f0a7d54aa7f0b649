import {
  isJSONRPCErrorResponse,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import type { StdioTransport } from '../stdio/stdio-transport.ts';

/** Each client numbers its requests from 0, so a late answer to `initialize` would answer a request of the next client. */
const INITIALIZE_ID = 1_000_000_000;

/**
 * The transport of one client over a running command. Several clients may try to open a session with the command one
 * after the other; only the current one sends, and only an open one ends the command.
 */
export class ClientLane implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  /** Whether the session of this client is open. */
  isOpen = false;
  readonly #transport: StdioTransport;
  readonly #isCurrent: () => boolean;
  /** The id that the client gave to its `initialize`. */
  #initializeId: string | number | undefined;

  constructor(transport: StdioTransport, isCurrent: () => boolean) {
    this.#transport = transport;
    this.#isCurrent = isCurrent;
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    if (!this.#isCurrent()) return;
    if (!('method' in message) || message.method !== 'initialize' || !('id' in message))
      return this.#transport.send(message);
    this.#initializeId = message.id;
    await this.#transport.send({ ...message, id: INITIALIZE_ID });
  }

  /** Hands a message of the command to the client. */
  receive(message: JSONRPCMessage): void {
    const isAnswer = isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);
    if (!isAnswer || message.id !== INITIALIZE_ID) this.onmessage?.(message);
    else if (this.#initializeId !== undefined) this.onmessage?.({ ...message, id: this.#initializeId });
  }

  async close(): Promise<void> {
    if (this.isOpen && this.#isCurrent()) await this.#transport.close();
    else this.onclose?.();
  }
}
