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
/** Proves the caller of each request of a client. */
export declare class Prover {
  #private;
  /** `readCsrfToken` asks the platform for the token of the session. */
  constructor(credential: Credential | undefined, readCsrfToken: () => Promise<string>);
  /** Whether a refused CSRF token can be replaced. */
  get usesCookie(): boolean;
  /** The proof of one attempt. */
  prove(needs: 'nothing' | 'caller' | 'caller and CSRF token'): Promise<Proof>;
  /** Forgets the CSRF token, because the platform refused it. */
  forgetCsrfToken(): void;
  /** Keeps the CSRF token that an answer tells: it changes with the session and with the password. */
  learnFrom(body: unknown): void;
}
