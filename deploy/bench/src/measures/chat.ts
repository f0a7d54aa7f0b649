import { randomUUID } from 'node:crypto';
import { openPool, sql } from '@assay/kit/postgres/db';
import { createLog } from '@assay/kit/log';
import type { Closers } from '@assay/local/closers';
import { startEverythingServer } from '@assay/testkit/mcp-servers/everything-server';
import { startModelEndpoint } from '@assay/testkit/model-endpoint/model-endpoint';
import { openApi, saveServer, type BenchApi } from '../api.ts';
import { elapsedMs } from '../clock.ts';
import { measureInTurns, type Figure } from '../figures.ts';
import { startHelper } from '../helper.ts';
import type { HttpLoad } from '../helpers/http-load.ts';
import { apiKeyOf, databaseUrlOf, startProduct, temporaryFolder } from '../installation.ts';
import { startReadFloor } from '../read-floor.ts';

const ROUNDS = { warmUps: 3, rounds: 15 };
const READS = { warmUps: 2, rounds: 7 };
const READ_MS = 250;
/** The messages of the long session, and of one page of it. */
const [MESSAGES, PAGE] = [10_000, 50];
const [MODEL, MODEL_KEY] = ['scribe', 'key-of-the-bench'];
/** The limit of a watcher's first token: a factor of the provider's own time, and milliseconds on top. */
const [OF_PROVIDER, ON_TOP_MS] = [1.2, 50];

/** How long a watcher waits for the text of a turn, in milliseconds. */
const WATCH_MS = 10_000;

/** The conversations of people: the time of a turn beside its model, the first token of a watcher, and a page of messages. */
export async function measureChat(scope: Closers): Promise<Figure[]> {
  const model = await startModelEndpoint(() => ({ text: 'An answer of some words.' }));
  scope.add(model);
  const dataDir = await temporaryFolder(scope);
  const product = await startProduct(scope, dataDir, {
    HOSTED_MODELS: JSON.stringify([{ id: `openai/${MODEL}` }]),
    OPENAI_API_KEY: MODEL_KEY,
    OPENAI_BASE_URL: model.openaiUrl,
  });
  const everything = await startEverythingServer({ transport: 'streamableHttp' });
  scope.add(everything);
  const api = await openApi(product.url, await apiKeyOf(dataDir));
  const serverId = await saveServer(api, 'everything', everything.url);
  const [scripted, modelled] = [
    await beginSession(api, serverId, 'scripted/rules'),
    await beginSession(api, serverId, `openai/${MODEL}`),
  ];
  return [
    await measureTurn(api, scripted),
    await measureFirstToken(api, modelled, model.openaiUrl),
    await measurePage(api, scripted, dataDir, scope),
  ];
}

interface Turn {
  sessionId: string;
  promptIndex: number;
  status: string;
}

async function sendMessage(api: BenchApi, more: object): Promise<Turn> {
  const body = { idempotencyKey: randomUUID(), message: 'Say something.', ...more };
  const turn = await api.json<Turn>('POST', '/chat-sessions/messages', body);
  if (turn.status !== 'completed') throw new Error(`A turn ended as ${turn.status}: ${JSON.stringify(turn)}`);
  return turn;
}

const beginSession = async (api: BenchApi, serverId: string, modelId: string): Promise<string> =>
  (await sendMessage(api, { projectId: api.projectId, serverIds: [serverId], modelId })).sessionId;

/** A turn of `scripted/rules` that calls no tool: everything but a model. */
async function measureTurn(api: BenchApi, sessionId: string): Promise<Figure> {
  const { product } = await measureInTurns(ROUNDS, {
    product: () => elapsedMs(() => sendMessage(api, { sessionId })),
  });
  return {
    name: 'a turn without a model',
    unit: 'ms',
    better: 'lower',
    product,
    target: { of: 'product', limit: 40 },
  };
}

/** From the message to the first text that a watcher reads, compared with the first bytes of the same model. */
async function measureFirstToken(api: BenchApi, sessionId: string, providerUrl: string): Promise<Figure> {
  let turns = 1;
  const watched = async () => {
    const promptIndex = turns++;
    const watching = new AbortController();
    const stream = await fetch(`${api.origin}/api/v1/chat-sessions/${sessionId}/events`, {
      headers: api.headers,
      signal: AbortSignal.any([watching.signal, AbortSignal.timeout(WATCH_MS)]),
    });
    const startedAt = performance.now();
    const [tookMs] = await Promise.all([
      firstTextOf(stream, promptIndex).then(() => performance.now() - startedAt),
      sendMessage(api, { sessionId }),
    ]);
    watching.abort();
    return tookMs;
  };
  const provider = () =>
    elapsedMs(async () => {
      const { body } = await fetch(`${providerUrl}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${MODEL_KEY}` },
        body: JSON.stringify({ model: MODEL, stream: true, messages: [{ role: 'user', content: 'Say something.' }] }),
      });
      const reader = body!.getReader();
      await reader.read();
      await reader.cancel();
    });
  const { product, floor } = await measureInTurns(ROUNDS, { product: watched, floor: provider });
  return {
    name: "a watcher's first token, and 1.2 × the provider's own with 50 ms on top",
    unit: 'ms',
    better: 'lower',
    product,
    floor: floor.map((ms) => OF_PROVIDER * ms + ON_TOP_MS),
    target: { of: 'ratio', limit: 1 },
  };
}

/** Waits for the first text of a turn; the id of an event begins with the number of its turn. */
async function firstTextOf({ status, body }: Response, promptIndex: number): Promise<void> {
  if (status !== 200 || !body) throw new Error(`The stream of events answered ${status}.`);
  const text = new RegExp(`^id: ${promptIndex}\\.\\d+\\nevent: text$`, 'm');
  let seen = '';
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    seen += piece;
    if (text.test(seen)) return;
  }
  throw new Error('The stream of events ended before the turn.');
}

/** A page in the middle of a long session, compared with a read of the session's row. */
async function measurePage(api: BenchApi, sessionId: string, dataDir: string, scope: Closers): Promise<Figure> {
  const pool = openPool(await databaseUrlOf(dataDir), createLog('bench', 'warn'), { max: 1 });
  scope.add({ stop: () => pool.end() });
  await pool.query(sql`
    insert into environments.chat_messages (session_id, index, turn_id, body)
    select session_id, n, turn_id, body
    from environments.chat_messages, generate_series(${PAGE * 2}::int, ${MESSAGES - 1}::int) n
    where session_id = ${sessionId} and index = 0`);
  const loader = startHelper(scope, 'http-load');
  const origin = await startReadFloor({ dataDir, isApart: false }, scope, {
    session: 'select * from environments.chat_sessions where id = $1',
  });
  const latency = (from: string, path: string) =>
    loader.ask<number>({
      origin: from,
      path,
      connections: 1,
      headers: api.headers,
      durationMs: READ_MS,
    } satisfies HttpLoad);
  const page = `/api/v1/chat-sessions/${sessionId}?afterMessageIndex=${MESSAGES / 2}&limit=${PAGE}`;
  return {
    name: `a page of ${PAGE} messages of a chat session of 10,000`,
    unit: 'ms',
    better: 'lower',
    target: { of: 'ratio', limit: 2 },
    ...(await measureInTurns(READS, {
      product: () => latency(api.origin, page),
      floor: () => latency(origin, `/session/${sessionId}`),
    })),
  };
}
