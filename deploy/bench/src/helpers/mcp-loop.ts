import { randomBytes, randomUUID } from 'node:crypto';
import { Client as ClientTwo, StreamableHTTPClientTransport as TransportTwo } from '@modelcontextprotocol/client';
import { Client as ClientOne } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportOne } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import pg from 'pg';
import { median } from '../figures.ts';
import { answerQuestions } from '../helper.ts';

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

interface Session {
  echo(message: string): Promise<unknown>;
  list(): Promise<{ tools: unknown[] }>;
  close(): Promise<void>;
}

const INFO = { name: 'floor', version: '1.0.0' };
const echo = (message: string) => ({ name: 'echo', arguments: { message } });

async function openOne(url: string): Promise<Session> {
  const [client, transport] = [new ClientOne(INFO), new TransportOne(new URL(url))];
  await client.connect(transport);
  return {
    echo: (message) => client.callTool(echo(message)),
    list: () => client.listTools(),
    close: async () => {
      await transport.terminateSession();
      await client.close();
    },
  };
}

async function openTwo(url: string): Promise<Session> {
  const [client, transport] = [new ClientTwo(INFO), new TransportTwo(new URL(url))];
  await client.connect(transport);
  return {
    echo: (message) => client.callTool(echo(message)),
    list: () => client.listTools(),
    close: async () => {
      await transport.terminateSession();
      await client.close();
    },
  };
}

/** The bytes of an iteration's grade, transcript and trace in the product. */
const [GRADE_BYTES, TRANSCRIPT_BYTES, TRACE_BYTES] = [1_200, 1_400, 1_400];
/** As many results are written in one transaction as the product writes. */
const TOGETHER = 64;

/** Writes results as the product has to: durably, under a key that was written before. */
class Results {
  readonly #pool: pg.Pool;
  readonly #ids: string[];
  #ended: string[] = [];
  #writing: Promise<unknown> = Promise.resolve();

  constructor(databaseUrl: string, calls: number) {
    this.#pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
    this.#ids = Array.from({ length: calls }, () => randomUUID());
  }

  async begin(): Promise<void> {
    await this.#pool.query(
      'create table if not exists floor_results (id text primary key, grade json, transcript bytea, trace bytea)',
    );
    await this.#pool.query('insert into floor_results (id) select unnest($1::text[])', [this.#ids]);
  }

  /** Notes the end of one call. */
  add(call: number): void {
    this.#ended.push(this.#ids[call]!);
    if (this.#ended.length === TOGETHER) this.#write();
  }

  async end(): Promise<void> {
    if (this.#ended.length > 0) this.#write();
    await this.#writing;
    await this.#pool.end();
  }

  #write(): void {
    const ids = this.#ended;
    this.#ended = [];
    const grade = JSON.stringify({ reason: 'x'.repeat(GRADE_BYTES) });
    const write = () =>
      this.#pool.query(
        `update floor_results r
         set grade = e.grade, transcript = substring($3::bytea from start * ${TRANSCRIPT_BYTES} + 1 for ${TRANSCRIPT_BYTES}),
             trace = substring($4::bytea from start * ${TRACE_BYTES} + 1 for ${TRACE_BYTES})
         from (select id, grade, nr::int - 1 as start from unnest($1::text[], $2::json[]) with ordinality as u(id, grade, nr)) e
         where r.id = e.id`,
        [ids, ids.map(() => grade), randomBytes(ids.length * TRANSCRIPT_BYTES), randomBytes(ids.length * TRACE_BYTES)],
      );
    this.#writing = this.#writing.then(write);
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

async function echoed(session: Session, message: string): Promise<void> {
  if (!JSON.stringify(await session.echo(message)).includes(message)) throw new Error('The server did not echo.');
}

async function listed(session: Session): Promise<void> {
  if ((await session.list()).tools.length === 0) throw new Error('The server has no tools.');
}

answerQuestions(loop);
