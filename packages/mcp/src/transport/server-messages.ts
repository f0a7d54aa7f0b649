import type { EgressAnswer } from '@assay/egress/request';
import type { JSONRPCRequest } from '@modelcontextprotocol/client';
import { EVIDENCE_CHARACTERS, keepEvidence } from './answer.ts';
import type { WireExchange } from './exchange.ts';
import { messageMembers } from './message-members.ts';
import { MessageStorm } from './message-storm.ts';
import { PendingRequests, type PendingRequest } from './outstanding.ts';
import { bytesOf } from './read-body.ts';
import type { WireLog } from './wire-message.ts';

/** The body of a refused request may have any encoding. JSON has to be UTF-8 (RFC 8259 section 8.1). */
const [LENIENT_UTF8, STRICT_UTF8] = [new TextDecoder(), new TextDecoder('utf-8', { fatal: true })];
const NOTHING = new Uint8Array();

/** The messages of a server on one HTTP connection: counted, assigned to the requests that they answer, and logged. */
export class ServerMessages {
  readonly pending = new PendingRequests();
  readonly #storm = new MessageStorm();
  readonly #log: WireLog;

  constructor(log: WireLog) {
    this.#log = log;
  }

  /** A request of ours begins. */
  expect(request: Pick<JSONRPCRequest, 'id' | 'method'>, exchange: WireExchange): PendingRequest {
    this.#storm.begin();
    return this.pending.expect(request, exchange);
  }

  /** @throws the Problem that has ended the connection. */
  throwIfOver(): void {
    if (this.#storm.problem) throw this.#storm.problem;
  }

  /**
   * Takes a text that the server sent: one message or a batch, or the body of a refusal. `status` is the status of its HTTP
   * answer, and `asked` the request that this answers. Returns the exchange that it ends.
   * @throws Problem about the messages of the server, which fails all pending requests.
   */
  take(text: string, status: number, asked?: PendingRequest): WireExchange | undefined {
    const bytes = Buffer.byteLength(text);
    return this.#orLose(() => {
      const messages = messageMembers(text);
      this.#storm.count(messages);
      const answered = this.pending.settle(messages, bytes);
      if (asked) this.pending.noteStrangeId(messages, asked);
      if (!answered) this.#storm.spend('messages', bytes);
      // One stream may answer requests of several callers: the answer is logged in the context of its own request.
      if (answered) answered.within(() => this.#log('received', text, status));
      else if (text) this.#log('received', text, status);
      return answered;
    });
  }

  /**
   * Reads the whole body of an answer that is a message, and takes it; its beginning is evidence of the exchange.
   * @throws as `take` does, the error of a body that cannot be read, the Problem of an exceeded byte limit, and a
   * TypeError for JSON that is not UTF-8.
   */
  async takeJson({ body, status }: EgressAnswer, exchange?: WireExchange, asked?: PendingRequest): Promise<string> {
    const bytes = await bytesOf(body);
    noteEvidence(exchange, bytes);
    return this.#takeText(STRICT_UTF8.decode(bytes), status, exchange, asked);
  }

  /** The same for a body beside the protocol, as of a refusal: one that cannot be read is empty, because its status says more. */
  async takeRemark({ body, status }: EgressAnswer, exchange?: WireExchange): Promise<string> {
    const bytes = await bytesOf(body).catch(() => NOTHING);
    noteEvidence(exchange, bytes);
    return this.#takeText(LENIENT_UTF8.decode(bytes), status, exchange);
  }

  #takeText(text: string, status: number, exchange?: WireExchange, asked?: PendingRequest): string {
    this.take(text, status, asked);
    if (exchange?.budget?.overrun) throw exchange.budget.overrun;
    return text;
  }

  /** Counts characters of an event stream that are no data. @throws as `take` does. */
  noise(characters: number): void {
    this.#orLose(() => this.#storm.spend('noise', characters));
  }

  #orLose<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      this.pending.lose(error);
      throw error;
    }
  }
}

const noteEvidence = (exchange: WireExchange | undefined, bytes: Uint8Array): void =>
  keepEvidence(exchange?.answer, () => LENIENT_UTF8.decode(bytes.subarray(0, EVIDENCE_CHARACTERS)));
