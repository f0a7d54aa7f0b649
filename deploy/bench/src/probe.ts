import { startEverything } from '@assay/testkit/mcp-servers';
import * as one from '@modelcontextprotocol/sdk/client/index.js';
import * as oneT from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import * as two from '@modelcontextprotocol/client';
const server = await startEverything({ transport: 'streamableHttp' });
const clients: any = {
  v1: () => [new one.Client({ name: 'f', version: '1' }), new oneT.StreamableHTTPClientTransport(new URL(server.url))],
  v2: () => [new two.Client({ name: 'f', version: '1' }), new two.StreamableHTTPClientTransport(new URL(server.url))],
};
async function open(v: string) { const [c, t] = clients[v](); await c.connect(t); return { c, t }; }
async function call(c: any, i: number) {
  const r = await c.callTool({ name: 'echo', arguments: { message: `m${i}` } });
  if (!r.content[0].text.includes(`m${i}`)) throw new Error('x');
}
async function loop(v: string, iso: string, term: boolean, n = 100, slots = 8) {
  const t0 = performance.now();
  let next = 0;
  const shared = iso === 'run' ? await open(v) : undefined;
  await Promise.all(Array.from({ length: slots }, async () => {
    while (next < n) {
      const i = next++;
      const s = shared ?? await open(v);
      await call(s.c, i);
      if (!shared) { if (term) await s.t.terminateSession(); await s.c.close(); }
    }
  }));
  if (shared) { if (term) await shared.t.terminateSession(); await shared.c.close(); }
  return performance.now() - t0;
}
for (let round = 0; round < 8; round++) for (const iso of ['iteration', 'run']) for (const v of ['v1', 'v2']) for (const term of [true])
  console.log(round, iso, v, term, (100 / (await loop(v, iso, term)) * 1000).toFixed(0), '/s');
await server.stop();
