import type { ApiAnswer } from './api.ts';

interface Session {
  id: string;
  csrfToken: string;
}

/** A person in front of a browser: keeps the cookie, and sends the CSRF token with every write. */
export class Person {
  readonly #origin: string;
  #cookie = '';
  #csrfToken = '';

  constructor(origin: string) {
    this.#origin = origin;
  }

  async signIn(email: string, password: string): Promise<ApiAnswer<Session>> {
    const answer = await this.send<Session>('POST', '/auth/sign-in', { email, password });
    if (answer.status === 200) this.#csrfToken = answer.body.csrfToken;
    return answer;
  }

  /** Sends a request to a path of the origin. */
  async send<Body = unknown>(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer<Body>> {
    const response = await fetch(`${this.#origin}${path}`, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(30_000),
      headers: {
        'content-type': 'application/json',
        ...(this.#cookie && { cookie: this.#cookie }),
        ...(this.#csrfToken && { 'x-csrf-token': this.#csrfToken }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const session = response.headers.getSetCookie().find((cookie) => cookie.includes('assay_session='));
    if (session !== undefined) this.#cookie = session.split(';')[0]!;
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      body: (isJson ? JSON.parse(bytes.toString()) : undefined) as Body,
    };
  }

  /** The body of a successful request to the API. */
  async ask<Body>(method: string, path: string, body?: object): Promise<Body> {
    const answer = await this.send<Body>(method, `/api/v1${path}`, body);
    if (answer.status >= 300)
      throw new Error(`${method} ${path} answered ${answer.status}: ${answer.bytes.toString()}`);
    return answer.body;
  }
}
