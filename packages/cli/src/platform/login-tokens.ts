import type { Fetch } from '@assay/sdk';
import { CommandFailure } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';
import { COMMAND_LINE, requestTokens, OAuthRefusal } from './oauth.ts';
import type { GrantLogin, Login, StoredLogins } from './stored-logins.ts';

/** A token is renewed so long before it ends, in milliseconds: a request takes its time, and clocks differ. */
const EARLY_MS = 60_000;

/** The token of a stored login, renewed when it ends. Each request asks for it, so that a long wait outlives its token. */
export class LoginTokens {
  readonly #logins: StoredLogins;
  readonly #fetch: Fetch;
  readonly #url: string;
  #login: Login;
  #renewing: Promise<string> | undefined;

  constructor(logins: StoredLogins, login: Login, fetch: Fetch) {
    this.#logins = logins;
    this.#fetch = fetch;
    this.#login = login;
    this.#url = login.url;
  }

  /** Throws CommandFailure when the login has ended. */
  async current(): Promise<string> {
    const login = this.#login;
    if (login.kind === 'key') return login.key;
    return Date.now() < login.expiresAt - EARLY_MS ? login.accessToken : this.#renew(login.accessToken);
  }

  /** Sends requests, and once more with a new token when the platform refuses a token that looks valid. */
  renewing(send: Fetch): Fetch {
    return async (target, init) => {
      const response = await send(target, init);
      const login = this.#login;
      const headers = init.headers as Record<string, string>;
      if (response.status !== 401 || login.kind === 'key' || headers.authorization === undefined) return response;
      const renewed = await this.#renew(headers.authorization.replace(/^Bearer /, '')).catch(() => undefined);
      if (renewed === undefined) return response;
      await response.body?.cancel();
      return send(target, { ...init, headers: { ...headers, authorization: `Bearer ${renewed}` } });
    };
  }

  /** Requests of the same moment share one renewal. */
  #renew(spent: string): Promise<string> {
    this.#renewing ??= this.#renewOnce(spent).finally(() => (this.#renewing = undefined));
    return this.#renewing;
  }

  async #renewOnce(spent: string): Promise<string> {
    const login = await this.#logins.renew(this.#url, async (stored) => {
      // Another process has renewed the login, or a person has signed in again.
      if (stored?.kind !== 'grant' || stored.accessToken !== spent) return stored;
      return { ...stored, ...(await this.#ask(stored)) };
    });
    if (!login) throw this.#ended();
    this.#login = login;
    return login.kind === 'key' ? login.key : login.accessToken;
  }

  async #ask({ tokenEndpoint, refreshToken }: GrantLogin) {
    try {
      return await requestTokens(this.#fetch, tokenEndpoint, {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        client_id: COMMAND_LINE,
      });
    } catch (error) {
      if (error instanceof OAuthRefusal && error.code === 'invalid_grant') throw this.#ended();
      throw error;
    }
  }

  #ended(): CommandFailure {
    return new CommandFailure(exitCodes.refused, `the login at ${this.#url} has ended.`, [
      `assay login --url ${this.#url}`,
    ]);
  }
}
