import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

// A command that speaks the newest revision and an older one, and keeps to the first that it hears, as servers of the
// second version of the SDKs do. It reads nothing for `startMs`; `only` limits it to one era.
const [, , startMs = '0', only = ''] = process.argv;
const NEWEST = '2026-07-28';
const OLDER = '2025-11-25';

interface Message {
  id?: number | string;
  method?: string;
}

let era: 'newest' | 'older' | undefined;
const serverInfo = { name: 'eras', version: '1.0.0' };
const send = (message: object) => void process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const complete = (result: object) => ({ resultType: 'complete', ttlMs: 0, cacheScope: 'private', ...result });
const capabilities = { tools: {} };
const tools = { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] };

const answers: Record<string, () => object> = {
  'server/discover': () => {
    if (only === OLDER) return { error: { code: -32_601, message: 'Method not found' } };
    era ??= 'newest';
    const meta = { 'io.modelcontextprotocol/serverInfo': serverInfo };
    return { result: complete({ supportedVersions: [NEWEST, OLDER], capabilities, _meta: meta }) };
  },
  initialize: () => {
    if (era === 'newest' || only === NEWEST)
      return { error: { code: -32_022, message: `This connection serves ${NEWEST}.`, data: { supported: [NEWEST] } } };
    era = 'older';
    return { result: { protocolVersion: OLDER, capabilities, serverInfo } };
  },
  'tools/list': () => ({ result: era === 'newest' ? complete(tools) : tools }),
};

await delay(Number(startMs));
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method = '' } = JSON.parse(line) as Message;
  // A server that answers the probe with silence alone.
  if (id === undefined || (only === 'silent' && method === 'server/discover')) continue;
  send({ id, ...(answers[method]?.() ?? { error: { code: -32_601, message: 'Method not found' } }) });
}
