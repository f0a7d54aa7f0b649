import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { median } from '../figures.ts';
import { answerQuestions } from '../helper.ts';
import { insertCases, prepareResults, resultOf, TOGETHER, writeResults, type FloorResult } from './floor-results.ts';
import { echoed, listed, openOne, openTwo } from './mcp-session.ts';

export interface McpLoop {
  url: string;
  client: 'sdk 1.x' | 'client 2.x';
  /** The number of calls of the tool `echo`, or of reads of the first page of tools; each answer is checked. */
  calls: number;
  what?: 'echo' | 'list';
  /** Concurrent calls. */
  slots: number;
  sessions: 'iteration' | 'run';
  /** How often a session of its own is used before it is closed; once if it is absent. */
  uses?: number;
  /** A database in which a row for each call is written before the first call, and gets the result of its call. */
  databaseUrl?: string;
}

/** The results of a loop, which are written while it goes on. */
class Results {
  readonly #pool: pg.Pool;
  readonly #ids: string[];
  #ended: FloorResult[] = [];
  #writing: Promise<unknown> = Promise.resolve();

  constructor(databaseUrl: string, calls: number) {
    this.#pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
    this.#ids = Array.from({ length: calls }, () => randomUUID());
  }

  async begin(): Promise<void> {
    await prepareResults(this.#pool);
    await insertCases(this.#pool, this.#ids);
  }

  /** Notes the end of one call. */
  add(call: number): void {
    this.#ended.push(resultOf(this.#ids[call]!));
    if (this.#ended.length === TOGETHER) this.#write();
  }

  async end(): Promise<void> {
    if (this.#ended.length > 0) this.#write();
    await this.#writing;
    await this.#pool.end();
  }

  #write(): void {
    const results = this.#ended;
    this.#ended = [];
    this.#writing = this.#writing.then(() => writeResults(this.#pool, results));
  }
}

/**
 * The floor: uses a server many times over an official client with as little other work as possible; returns the median
 * time of one use, in milliseconds.
 */
async function loop({
  url,
  client,
  calls,
  slots,
  sessions,
  what = 'echo',
  uses = 1,
  databaseUrl,
}: McpLoop): Promise<number> {
  const results = databaseUrl === undefined ? undefined : new Results(databaseUrl, calls);
  await results?.begin();
  const open = () => (client === 'sdk 1.x' ? openOne(url) : openTwo(url));
  const shared = sessions === 'run' ? await open() : undefined;
  const took: number[] = [];
  let next = 0;
  const work = async () => {
    while (next < calls) {
      const call = next++;
      const message = `message ${call}`;
      const begun = performance.now();
      const session = shared ?? (await open());
      for (let use = 0; use < uses; use++) await (what === 'echo' ? echoed(session, message) : listed(session));
      if (!shared) await session.close();
      took.push(performance.now() - begun);
      results?.add(call);
    }
  };
  await Promise.all(Array.from({ length: slots }, work));
  await Promise.all([shared?.close(), results?.end()]);
  return median(took);
}

answerQuestions(loop);
