import { saveServer, type Api } from '../api.ts';
import { alternate, type Figure } from '../figures.ts';
import { startHelper, type Helper } from '../helper.ts';
import { peakMb } from '../memory.ts';

const ROUNDS = 4;
/** What the tool `large` answers, byte for byte. */
const EXPECTED = Buffer.from(JSON.stringify({ content: [{ type: 'text', text: 'x'.repeat(10 * 1024 * 1024) }] }));

/** A tool result of 10 MB through the API, beside the bare client that calls the same tool: how long, and how much memory. */
export async function measureLargeResult(api: Api, productPid: number): Promise<Figure[]> {
  const [server, client] = [startHelper('large-server'), startHelper('large-call')];
  try {
    const url = await server.ask<string>({});
    const path = `/projects/${api.projectId}/servers/${await saveServer(api, 'large', url)}/tools/call`;
    const [through, bare] = [() => callThroughProduct(api, path), () => client.ask<number>({ url })];
    const times = await alternate(ROUNDS, { product: through, floor: bare });
    const peaks = await alternate(ROUNDS, { product: () => peakMb(productPid, through), floor: () => peakMb(client.pid, bare) });
    return [
      { ...times, name: '10 MB tool result', unit: 'ms', better: 'lower' },
      { ...peaks, name: '10 MB tool result, memory on top', unit: 'MB', better: 'lower' },
    ];
  } finally {
    await stopAll(server, client);
  }
}

const stopAll = (...helpers: Helper[]) => Promise.all(helpers.map((helper) => helper.stop()));

/** Milliseconds until the last byte is here. The bytes must be those that the server sent. */
async function callThroughProduct(api: Api, path: string): Promise<number> {
  const startedAt = performance.now();
  const result = await api.bytes('POST', path, { toolName: 'large' });
  const tookMs = performance.now() - startedAt;
  if (!result.equals(EXPECTED)) throw new Error('The result is not what the server sent.');
  return tookMs;
}
