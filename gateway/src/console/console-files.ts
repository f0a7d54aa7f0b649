import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** A file of the console as it was built, with its compressed forms where they make it smaller. */
export interface ConsoleFile {
  mediaType: string;
  body: Buffer;
  br: Buffer | undefined;
  gzip: Buffer | undefined;
}

const MEDIA_TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Names that the build gives to files; none leads out of their folder. */
const FILE_NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;

/**
 * The files of a built console. Files of the release before stand in `previous`, so that an open page of it finds its
 * parts while pods of both releases answer. A file that was read stays in memory.
 */
export class ConsoleFiles {
  readonly #folder: string;
  readonly #read = new Map<string, Promise<ConsoleFile | undefined>>();
  #page: string | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The page, with placeholders for nonce and base; undefined while the console is being built. */
  async page(): Promise<string | undefined> {
    this.#page ??= (await this.#bytes('index.html'))?.toString();
    return this.#page;
  }

  /** A file that the page loads; undefined where neither this release nor the one before has it. */
  async file(folder: '.' | 'assets', name: string): Promise<ConsoleFile | undefined> {
    const mediaType = MEDIA_TYPES[extname(name)];
    if (!FILE_NAME.test(name) || mediaType === undefined) return undefined;
    const path = join(folder, name);
    const known = this.#read.get(path);
    if (known) return known;
    const reading = this.#readFile(path, mediaType);
    this.#read.set(path, reading);
    // A name that no build has must not take memory.
    if ((await reading.catch(() => undefined)) === undefined) this.#read.delete(path);
    return reading;
  }

  async #readFile(path: string, mediaType: string): Promise<ConsoleFile | undefined> {
    for (const place of [path, join('previous', path)]) {
      const [body, br, gzip] = await Promise.all([place, `${place}.br`, `${place}.gz`].map((one) => this.#bytes(one)));
      if (body) return { mediaType, body, br, gzip };
    }
    return undefined;
  }

  async #bytes(path: string): Promise<Buffer | undefined> {
    try {
      return await readFile(join(this.#folder, path));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }
}
