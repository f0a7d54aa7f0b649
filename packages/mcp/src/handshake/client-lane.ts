import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { StdioTransport } from '../stdio/stdio-transport.ts';

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

  constructor(transport: StdioTransport, isCurrent: () => boolean) {
    this.#transport = transport;
    this.#isCurrent = isCurrent;
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isCurrent()) await this.#transport.send(message);
  }

  async close(): Promise<void> {
    if (this.isOpen && this.#isCurrent()) await this.#transport.close();
    else this.onclose?.();
  }
}
