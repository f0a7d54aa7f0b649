import { egressVia } from '@assay/egress/egress';
import type { EgressRequest } from '@assay/egress/request';
import type { ConnectOptions } from './connect.ts';
import { decliningAnswers } from './requests/answers.ts';
import type { ServerTarget } from './target.ts';

/** The parts of a session that belong to one question: the way of its requests, and the receivers of the server's own. */
export interface SessionUser extends Pick<ConnectOptions, 'traceparent' | 'answers' | 'onLog' | 'onWire'> {
  target: ServerTarget;
}

/**
 * Leads the egress, the tokens, the trace, the answers, the log messages and the wire of a session to the question that
 * uses it at the moment. Between two questions, requests of the server are declined and its log messages dropped.
 */
export class SessionRelay {
  #user: SessionUser;
  #isIdle = false;
  /** The access token that was sent last. */
  #token: string | undefined;
  /** The target to connect to. */
  readonly target: ServerTarget;
  /** The options to connect with. */
  readonly options: Pick<ConnectOptions, 'answers' | 'onLog' | 'onWire'>;

  constructor(first: SessionUser) {
    this.#user = first;
    const { egress, tokens } = first.target;
    this.target = {
      ...first.target,
      egress: egressVia(egress, (url, request) => this.#user.target.egress.request(url, this.#traced(request))),
      ...(tokens && { tokens: { token: (rejected) => this.#nextToken(rejected) } }),
    };
    this.options = {
      answers: first.answers && {
        answer: (method, params) => (this.#user.answers ?? decliningAnswers).answer(method, params),
      },
      onLog: first.onLog && ((log) => this.#user.onLog?.(log)),
      onWire: first.onWire && ((message) => this.#user.onWire?.(message)),
    };
  }

  /** From now on `user` has the session. */
  begin(user: SessionUser): void {
    this.#user = user;
    this.#isIdle = false;
  }

  /** The question is over. */
  end(): void {
    this.#user = { target: this.#user.target };
    this.#isIdle = true;
  }

  /** An idle session, which only reopens its stream or ends, causes no renewal of a token. */
  async #nextToken(rejected: string | undefined): Promise<string | undefined> {
    if (this.#isIdle) return rejected === undefined ? this.#token : undefined;
    return (this.#token = await this.#user.target.tokens!.token(rejected));
  }

  /** Every HTTP request, such as an answer to the server, has the trace context of the question that it belongs to. */
  #traced(request: EgressRequest | undefined): EgressRequest | undefined {
    const { traceparent } = this.#user;
    return traceparent === undefined ? request : { ...request, headers: { ...request?.headers, traceparent } };
  }
}
