import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  isJSONRPCErrorResponse,
  isJSONRPCResultResponse,
  isSpecType,
  PROTOCOL_VERSION_META_KEY,
  type DiscoverResult,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { identityOf, NEWEST_REVISION, type HandshakeAttempt } from './open-connection.ts';

/** The answer of a server to the probe for the newest revision; `undefined` when it speaks an older one. */
export type ProbeAnswer = DiscoverResult | undefined;

/** Asks a command whether it speaks the newest revision, and knows a late answer, too (2026-07-28, Versioning). */
export class DiscoverProbe {
  /** Resolves with the first answer; never when the command does not answer. */
  readonly answer: Promise<ProbeAnswer>;
  /** Resolves with the first answer that names the newest revision; never when there is none. */
  readonly newest: Promise<DiscoverResult>;
  readonly #transport: Transport;
  readonly #params: Record<string, unknown>;
  readonly #answered: (answer: ProbeAnswer) => void;
  readonly #found: (answer: DiscoverResult) => void;
  #sent = 0;

  constructor(transport: Transport, attempt: HandshakeAttempt) {
    const { clientInfo, capabilities } = identityOf(attempt);
    this.#transport = transport;
    this.#params = {
      _meta: {
        [PROTOCOL_VERSION_META_KEY]: NEWEST_REVISION,
        [CLIENT_INFO_META_KEY]: clientInfo,
        [CLIENT_CAPABILITIES_META_KEY]: capabilities,
      },
    };
    ({ promise: this.answer, resolve: this.#answered } = Promise.withResolvers<ProbeAnswer>());
    ({ promise: this.newest, resolve: this.#found } = Promise.withResolvers<DiscoverResult>());
  }

  /** Sends the probe, once more when it was sent before. */
  async send(): Promise<void> {
    const id = `${ID}${(this.#sent += 1)}`;
    await this.#transport.send({ jsonrpc: '2.0', id, method: 'server/discover', params: this.#params });
  }

  /** Whether a message answers the probe; it is then not for the client. */
  takes(message: JSONRPCMessage): boolean {
    const isAnswer = isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);
    if (!isAnswer || typeof message.id !== 'string' || !message.id.startsWith(ID)) return false;
    const answer = 'result' in message ? newestIn(message.result) : undefined;
    this.#answered(answer);
    if (answer) this.#found(answer);
    return true;
  }
}

/** Clients number their requests, so no answer to them begins so. */
const ID = 'server-discover-probe-';

const newestIn = (result: unknown): ProbeAnswer =>
  isSpecType.DiscoverResult(result) && result.supportedVersions.includes(NEWEST_REVISION) ? result : undefined;
