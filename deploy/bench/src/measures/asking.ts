import type { Closers } from '@assay/local/closers';
import type { BenchApi } from '../api.ts';
import { saveServer } from '../api.ts';
import { elapsedMs } from '../clock.ts';
import { measureInTurns, median, type Figure } from '../figures.ts';
import { startHelper } from '../helper.ts';
import type { McpLoop } from '../helpers/mcp-loop.ts';
import type { Stage } from '../stage.ts';

const ROUNDS = { warmUps: 2, rounds: 7 };
const LISTS = 20;
const [CALLS, AT_ONCE] = [192, 32];
const MANY_TOOLS_MS = 5_000;

/**
 * The usual questions to one server, compared with the official clients: each question opens a session, asks and closes
 * the session.
 */
export async function measureAsking({ api, everything }: Stage, scope: Closers): Promise<Figure[]> {
  const [one, two, many] = [
    startHelper(scope, 'mcp-loop'),
    startHelper(scope, 'mcp-loop'),
    startHelper(scope, 'many-tools-server'),
  ];
  const path = `/projects/${api.projectId}/servers/${everything.serverId}`;
  const ask = (loop: Omit<McpLoop, 'client' | 'url' | 'sessions'>) => ({
    one: () =>
      one.ask<number>({
        ...loop,
        url: everything.url,
        sessions: 'iteration',
        client: 'sdk 1.x',
      } satisfies McpLoop),
    two: () =>
      two.ask<number>({
        ...loop,
        url: everything.url,
        sessions: 'iteration',
        client: 'client 2.x',
      } satisfies McpLoop),
  });
  const lists = ask({ what: 'list', calls: LISTS, slots: 1 });
  const calls = ask({ calls: CALLS, slots: AT_ONCE });
  const listed = await measureInTurns(ROUNDS, {
    product: () => medianOf(LISTS, () => api.bytes('POST', `${path}/tools`, {})),
    ...lists,
  });
  const called = await measureInTurns(ROUNDS, {
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
    {
      name: 'tools listed, a session each',
      unit: 'ms',
      better: 'lower',
      product: listed.product,
      floor: quicker(listed.one, listed.two, 'lower'),
      target: { of: 'ratio', limit: 1.5 },
    },
    {
      name: 'tool calls, 32 at once, a session each',
      unit: 'calls/s',
      better: 'higher',
      product: called.product,
      floor: quicker(called.one, called.two, 'higher'),
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

/** Runs `work` `count` times in sequence; returns the median time of one, in milliseconds. */
async function medianOf(count: number, work: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let at = 0; at < count; at++) took.push(await elapsedMs(work));
  return median(took);
}

async function echoes(api: BenchApi, path: string): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < CALLS) {
        const message = `message ${next++}`;
        const answer = await api.bytes('POST', path, { toolName: 'echo', parameters: { message } });
        if (!answer.includes(message)) throw new Error('The server did not echo.');
      }
    }),
  );
}
