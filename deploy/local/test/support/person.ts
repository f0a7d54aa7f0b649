import { createClient, type AssayClient } from '@assay/sdk';
import { answerOf, type MetAnswer } from './api.ts';

type SignedIn = Awaited<ReturnType<AssayClient['signIn']>>;

/** A person in front of a browser: keeps the cookie of the session, which proves the calls of `assay`. */
export class Person {
  readonly #url: string;
  #cookie = '';
  readonly assay: AssayClient;

  constructor(url: string) {
    this.#url = url;
    this.assay = createClient({
      url,
      credential: { cookie: true },
      retries: 0,
      fetch: (address, init) => this.#fetch(address, init),
    });
  }

  /** The cookie of the session, as `name=value`. */
  get cookie(): string {
    return this.#cookie;
  }

  signIn(email: string, password: string): Promise<MetAnswer<SignedIn>> {
    return answerOf(this.assay.signIn.withResponse({ email, password }));
  }

  /** Opens a page of the origin; a redirect is not followed. */
  visit(path: string, init: RequestInit = {}): Promise<Response> {
    return this.#fetch(`${this.#url}${path}`, { redirect: 'manual', ...init });
  }

  async #fetch(address: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.#cookie) headers.set('cookie', this.#cookie);
    const response = await fetch(address, { signal: AbortSignal.timeout(30_000), ...init, headers });
    const session = response.headers.getSetCookie().find((cookie) => cookie.includes('assay_session='));
    if (session !== undefined) this.#cookie = session.split(';')[0]!;
    return response;
  }
}
