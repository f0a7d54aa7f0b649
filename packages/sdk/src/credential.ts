import { InvalidCall } from './invalid-call.ts';

/**
 * The cookie of a browser's session. Writes also send the session's CSRF token: the client asks `/auth/session` for it
 * when it needs one, and again when the token has changed.
 */
export interface CookieCredential {
  cookie: true;
  /** The token, if the page knows it already. */
  csrfToken?: string | undefined;
}

/** The proof of the caller: an API key, a function that returns a token for each attempt, or the browser's cookie. */
export type Credential = string | (() => string | Promise<string>) | CookieCredential;

/** The parts of a request that prove its caller. */
export interface Proof {
  headers: Record<string, string>;
  credentials: 'omit' | 'same-origin';
}

const isCookie = (credential: Credential | undefined): credential is CookieCredential => typeof credential === 'object';

/** Proves the caller of each request of a client. */
export class Prover {
  readonly #credential: Credential | undefined;
  readonly #readCsrfToken: () => Promise<string>;
  #csrfToken: Promise<string> | undefined;

  /** `readCsrfToken` asks the platform for the token of the session. */
  constructor(credential: Credential | undefined, readCsrfToken: () => Promise<string>) {
    if (typeof credential === 'string') assertToken(credential);
    this.#credential = credential;
    this.#readCsrfToken = readCsrfToken;
    if (isCookie(credential) && credential.csrfToken !== undefined) this.#keep(credential.csrfToken);
  }

  /** Whether a refused CSRF token can be replaced. */
  get usesCookie(): boolean {
    return isCookie(this.#credential);
  }

  /** The proof of one attempt. */
  async prove(needs: 'nothing' | 'caller' | 'caller and CSRF token'): Promise<Proof> {
    const credential = this.#credential;
    if (isCookie(credential)) {
      const headers: Record<string, string> =
        needs === 'caller and CSRF token' ? { 'x-csrf-token': await this.#currentCsrfToken() } : {};
      return { headers, credentials: 'same-origin' };
    }
    if (needs === 'nothing' || credential === undefined) return { headers: {}, credentials: 'same-origin' };
    const token = typeof credential === 'string' ? credential : await credential();
    assertToken(token);
    // A cookie beside the key would name another caller.
    return { headers: { authorization: `Bearer ${token}` }, credentials: 'omit' };
  }

  /** Forgets the CSRF token, because the platform refused it. */
  forgetCsrfToken(): void {
    this.#csrfToken = undefined;
  }

  /** Keeps the CSRF token that an answer tells: it changes with the session and with the password. */
  learnFrom(body: unknown): void {
    const { csrfToken } = (body ?? {}) as { csrfToken?: unknown };
    if (this.usesCookie && typeof csrfToken === 'string') this.#keep(csrfToken);
  }

  #keep(token: string): void {
    this.#csrfToken = Promise.resolve(token);
  }

  /** Requests at the same time share one question; a failed one is asked again by the next request. */
  #currentCsrfToken(): Promise<string> {
    if (this.#csrfToken) return this.#csrfToken;
    const asked = this.#readCsrfToken();
    this.#csrfToken = asked;
    asked.catch(() => {
      if (this.#csrfToken === asked) this.#csrfToken = undefined;
    });
    return asked;
  }
}

/** Refuses a token here, because runtimes print a header that they refuse. */
function assertToken(token: unknown): void {
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token))
    throw new InvalidCall('The credential must be a text of printable ASCII characters without blanks.');
}
