import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandEnv } from '../command-host.ts';
import { UsageError } from '../command-failure.ts';
import { configFolder } from './config-folder.ts';
import { withLock } from './file-lock.ts';
import { readTextIfAny, replaceFile, unwritable } from './replace-file.ts';

/** A login at a platform: by a key, or by the tokens of a grant. It is sent to that address alone. */
export type Login = { url: string; project?: string } & (KeyLogin | GrantLogin);

interface KeyLogin {
  kind: 'key';
  key: string;
}

export interface GrantLogin {
  kind: 'grant';
  accessToken: string;
  refreshToken: string;
  /** When the access token ends, in milliseconds since 1970. */
  expiresAt: number;
  tokenEndpoint: string;
  revocationEndpoint: string;
}

/** The file of logins: the login that is used where nothing names another address, and one login for each address. */
interface LoginFile {
  current?: string;
  logins: Login[];
  /** Addresses that a person has confirmed for the key of their environment, though only a link file names them. */
  confirmed: string[];
}

/**
 * The logins of this person, in a file of the settings folder that they alone can read (mode 0600). A key ring of the
 * system is not used: no library reaches one without native code, and a container has none.
 */
export class StoredLogins {
  readonly #path: string;

  constructor(env: CommandEnv) {
    this.#path = join(configFolder(env), 'logins.json');
  }

  get path(): string {
    return this.#path;
  }

  /** The login at an address; without an address the current one. */
  async find(url?: string): Promise<Login | undefined> {
    const { current, logins } = await this.#read();
    return logins.find((login) => login.url === (url ?? current));
  }

  async list(): Promise<Login[]> {
    return (await this.#read()).logins;
  }

  async isConfirmed(url: string): Promise<boolean> {
    return (await this.#read()).confirmed.includes(url);
  }

  /** Keeps a login in place of the earlier one at its address, and makes it the current one. */
  async keep(login: Login): Promise<void> {
    await this.#change(({ logins, ...file }) => ({
      ...file,
      logins: [...logins.filter(({ url }) => url !== login.url), login],
      current: login.url,
    }));
  }

  /** Forgets the login at an address. */
  async forget(url: string): Promise<void> {
    await this.#change(({ current, logins, ...file }) => {
      const kept = logins.filter((login) => login.url !== url);
      const next = current === url ? kept.at(-1)?.url : current;
      return { ...file, logins: kept, ...(next !== undefined && { current: next }) };
    });
  }

  async confirm(url: string): Promise<void> {
    await this.#change(({ confirmed, ...file }) => ({ ...file, confirmed: [...new Set([...confirmed, url])] }));
  }

  /**
   * Replaces a login by what `renew` makes of it; one process at a time, so that the second of two processes gets the
   * login that the first one has renewed.
   */
  async renew(
    url: string,
    renew: (login: Login | undefined) => Promise<Login | undefined>,
  ): Promise<Login | undefined> {
    return this.#locked(async () => {
      const file = await this.#read();
      const before = file.logins.find((login) => login.url === url);
      const after = await renew(before);
      if (after && after !== before)
        await this.#write({ ...file, logins: file.logins.map((login) => (login.url === url ? after : login)) });
      return after;
    });
  }

  async #change(change: (file: LoginFile) => LoginFile): Promise<void> {
    await this.#locked(async () => this.#write(change(await this.#read())));
  }

  async #locked<Result>(work: () => Promise<Result>): Promise<Result> {
    const folder = join(this.#path, '..');
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw unwritable(folder, error);
    }
    return withLock(`${this.#path}.lock`, work);
  }

  async #read(): Promise<LoginFile> {
    const text = await readTextIfAny(this.#path);
    if (text === undefined) return { logins: [], confirmed: [] };
    try {
      const { current, logins, confirmed } = JSON.parse(text) as Partial<LoginFile>;
      if (Array.isArray(logins) && Array.isArray(confirmed))
        return { logins, confirmed, ...(typeof current === 'string' && { current }) };
    } catch {
      // A file that was edited by hand is refused below.
    }
    throw new UsageError(`${this.#path} is no file of logins. Remove it, and sign in again.`, ['assay login']);
  }

  #write(file: LoginFile): Promise<void> {
    return replaceFile(this.#path, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  }
}
