import type { Closers } from '@assay/local/closers';
import type { BenchApi } from '../api.ts';
import { saveServer } from '../api.ts';
import { elapsedMs } from '../clock.ts';
import { measureInTurns, median, type Figure } from '../figures.ts';
import { startHelper } from '../helper.ts';
import type { HttpLoad } from '../helpers/http-load.ts';
import type { McpLoop } from '../helpers/mcp-loop.ts';
import { ROW_QUERIES, startLeastClient, startReadFloor } from '../read-floor.ts';
import type { Stage } from '../stage.ts';

const ROUNDS = { warmUps: 2, rounds: 7 };
/** The number of a client's questions in a row, and of reads that the way of one through the product may cost. */
const [QUESTIONS, READS] = [20, 1.5];
/** How long the requests of a round of the product, or of reads, go on. */
const REQUESTS_MS = 250;
const [CALLS, AT_ONCE] = [192, 32];
const MANY_TOOLS_MS = 5_000;

/**
 * The usual questions to one server. A question to a server that was asked before is compared with the same question of
 * an official client in an open session, and one and a half reads by primary key, for the way through the product. The
 * product is asked with the HTTP client of the reads: `fetch` takes half a millisecond more. Many questions at once are
 * compared with a client that opens a session for each.
 */
export async function measureAsking(stage: Stage, scope: Closers): Promise<Figure[]> {
  const { api, everything, isApart } = stage;
  const [one, two, many, loader] = [
    startHelper(scope, 'mcp-loop'),
    startHelper(scope, 'mcp-loop'),
    startHelper(scope, 'many-tools-server'),
    startHelper(scope, 'http-load'),
  ];
  const path = `/projects/${api.projectId}/servers/${everything.serverId}`;
  const ask = (loop: Omit<McpLoop, 'client' | 'url'>) => ({
    one: () => one.ask<number>({ ...loop, url: everything.url, client: 'sdk 1.x' } satisfies McpLoop),
    two: () => two.ask<number>({ ...loop, url: everything.url, client: 'client 2.x' } satisfies McpLoop),
  });
  const readOrigin = await startReadFloor(stage, scope, ROW_QUERIES);
  // Where services are called within their process, a platform with hops says nothing.
  const leastOrigin = isApart ? await startLeastClient(stage, scope) : undefined;
  const { id: userId } = await api.json<{ id: string }>('GET', '/me');
  const requesting = (load: Pick<HttpLoad, 'origin' | 'path' | 'headers' | 'post'>) =>
    loader.ask<number>({ ...load, connections: 1, durationMs: REQUESTS_MS } satisfies HttpLoad);
  const askedBefore = async (
    name: string,
    what: 'echo' | 'list',
    operation: string,
    post: NonNullable<HttpLoad['post']>,
  ): Promise<Figure[]> => {
    const askedAt = (origin: string, path: string) => () => requesting({ origin, path, headers: api.headers, post });
    const sides = await measureInTurns(ROUNDS, {
      product: askedAt(api.origin, `/api/v1${path}/${operation}`),
      ...ask({ what, calls: QUESTIONS, slots: 1, sessions: 'run' }),
      reading: () => requesting({ origin: readOrigin, path: `/me/${userId}`, headers: {} }),
      least: leastOrigin === undefined ? undefined : askedAt(leastOrigin, `/${what}/${everything.serverId}`),
    });
    const question = quicker(sides.one, sides.two, 'lower');
    const compared = {
      unit: 'ms',
      better: 'lower',
      floor: question.map((ms, round) => ms + READS * sides.reading[round]!),
    } as const;
    const least: Figure = { ...compared, name: `${name}, by the least platform`, product: sides.least };
    return [
      { ...compared, name, product: sides.product, target: { of: 'ratio', limit: 1 } },
      ...(leastOrigin === undefined ? [] : [least]),
    ];
  };
  const listed = await askedBefore('tools listed on a server asked before', 'list', 'tools', {
    document: {},
    answered: 'echo',
  });
  const called = await askedBefore('tool call on a server asked before', 'echo', 'tools/call', {
    document: echoOf('hello'),
    answered: 'hello',
  });
  const calls = ask({ calls: CALLS, slots: AT_ONCE, sessions: 'iteration' });
  const together = await measureInTurns(ROUNDS, {
    product: () => rateOf(() => echoes(api, `${path}/tools/call`)),
    one: () => rateOf(calls.one),
    two: () => rateOf(calls.two),
  });
  const manyPath = `/projects/${api.projectId}/servers/${await saveServer(api, 'ledgers', await many.ask<string>({}))}/export`;
  const exported = await measureInTurns(
    { warmUps: 1, rounds: 3 },
    { product: () => elapsedMs(() => api.bytes('POST', manyPath, {})) },
  );
  return [
    ...listed,
    ...called,
    {
      name: 'tool calls, 32 at once',
      unit: 'calls/s',
      better: 'higher',
      product: together.product,
      floor: quicker(together.one, together.two, 'higher'),
      target: { of: 'ratio', limit: 0.6 },
    },
    {
      name: 'export of 1,000 tools',
      unit: 'ms',
      better: 'lower',
      product: exported.product,
      target: { of: 'product', limit: MANY_TOOLS_MS },
    },
  ];
}

const quicker = (one: number[], two: number[], better: Figure['better']) =>
  (better === 'lower') === median(one) < median(two) ? one : two;

const rateOf = async (work: () => Promise<unknown>): Promise<number> => (CALLS / (await elapsedMs(work))) * 1_000;

async function echoes(api: BenchApi, path: string): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < CALLS) {
        await echo(api, path, `message ${next++}`);
      }
    }),
  );
}

const echoOf = (message: string) => ({ toolName: 'echo', parameters: { message } });

async function echo(api: BenchApi, path: string, message: string): Promise<void> {
  const answer = await api.bytes('POST', path, echoOf(message));
  if (!answer.includes(message)) throw new Error('The server did not echo.');
}
