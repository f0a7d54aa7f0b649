import type { Closers } from '@assay/local/closers';
import { saveServer } from '../api.ts';
import { elapsedMs } from '../clock.ts';
import { measureInTurns, type Figure } from '../figures.ts';
import { startHelper } from '../helper.ts';
import { peakMb, residentMb } from '../memory.ts';
import type { Stage } from '../stage.ts';

const ROUNDS = { warmUps: 1, rounds: 5 };
/** The result of the tool `large`. */
const EXPECTED = Buffer.from(JSON.stringify({ content: [{ type: 'text', text: 'x'.repeat(10 * 1024 * 1024) }] }));

/**
 * A tool result of 10 MB, unchanged to the last byte, compared with the bare client that calls the same tool: time and
 * memory.
 */
export async function measureLargeResult({ api, productPid }: Stage, scope: Closers): Promise<Figure[]> {
  const [server, client] = [startHelper(scope, 'large-server'), startHelper(scope, 'large-call')];
  const url = await server.ask<string>({});
  const path = `/projects/${api.projectId}/servers/${await saveServer(api, 'large', url)}/tools/call`;
  const product = async () => {
    const result = await api.bytes('POST', path, { toolName: 'large' });
    if (!result.equals(EXPECTED)) throw new Error('The result is not what the server sent.');
  };
  const floor = () => client.ask({ url });
  const onTop = async (pid: number, work: () => Promise<unknown>) => {
    const before = await residentMb(pid);
    return async () => (await peakMb(pid, work)) - before;
  };
  const peaks = await measureInTurns(ROUNDS, {
    product: await onTop(productPid, product),
    floor: await onTop(client.pid, floor),
  });
  const times = await measureInTurns(ROUNDS, { product: () => elapsedMs(product), floor: () => elapsedMs(floor) });
  return [
    {
      ...times,
      name: 'tool result of 10 MB',
      unit: 'ms',
      better: 'lower',
    },
    {
      ...peaks,
      name: 'tool result of 10 MB, memory on top',
      unit: 'MB',
      better: 'lower',
    },
  ];
}
