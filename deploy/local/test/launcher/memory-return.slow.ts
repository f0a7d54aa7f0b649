import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { scriptedMcp } from '@assay/testkit/mcp-servers/scripted-mcp';
import { waitUntil } from '@assay/testkit/until';
import { openApi, answerOf } from '../support/api.ts';
import { Launches } from './launches.ts';

const MEGABYTE = 1024 * 1024;
const [CALLS, AT_ONCE, LARGE_BYTES] = [16, 4, 55 * MEGABYTE];
const [ITERATIONS, RESULT_BYTES] = [100, MEGABYTE];
/** In this time an idle process has given back the garbage of its start. */
const SETTLE_MS = 30_000;
/** An idle process looks every ten seconds; a busy machine makes it look idle late. */
const RETURN_MS = 180_000;
/** Measured: 1.2 times as much as after the start, where it was 4.4 times as much without giving memory back. */
const MOST = 1.6;

const launches = new Launches();
afterAll(() => launches.end());

/** The resident memory of a process, now or at its peak, in MB. */
const residentMb = async (pid: number, field: 'VmRSS' | 'VmHWM' = 'VmRSS'): Promise<number> =>
  Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(await readFile(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;

test('an idle installation gives back the memory of a storm of large results', async () => {
  if (process.platform !== 'linux') return;
  const dataDir = await launches.newFolder();
  const launched = await launches.start(dataDir);
  const origin = await launched.said('ready ');
  const api = (await openApi(origin, (await readFile(join(dataDir, 'api-key'), 'utf8')).trim())).waiting(RETURN_MS);
  const server = await scriptedMcp({
    'tools/call': ({ params }) => ({
      content: [{ type: 'text', text: 'x'.repeat(params!['name'] === 'large' ? LARGE_BYTES : RESULT_BYTES) }],
    }),
  });
  const serverId = await api.saveServer('large', server.url, { timeout: RETURN_MS });
  await api.assay.callTool({ projectId: api.projectId, serverId }, { toolName: 'print' });
  await delay(SETTLE_MS);
  const freshMb = await residentMb(launched.pid);

  for (let done = 0; done < CALLS; done += AT_ONCE)
    // A busy machine may be too slow for some of them.
    await Promise.all(
      Array.from({ length: AT_ONCE }, () =>
        answerOf(api.assay.callTool.withResponse({ projectId: api.projectId, serverId }, { toolName: 'large' })),
      ),
    );
  const { suiteId } = await api.assay.createEvalSuite(
    { projectId: api.projectId },
    {
      name: 'large results',
      serverIds: [serverId],
      tests: Array.from({ length: ITERATIONS / 10 }, (_, at) => ({
        title: `case ${at}`,
        runs: 10,
        steps: [{ id: 's', kind: 'toolCall', serverName: 'large', toolName: 'print', arguments: { at } }],
      })),
    },
  );
  expect(await api.finishedRun(await api.startRun({ suiteId }), RETURN_MS)).toMatchObject({ status: 'completed' });
  expect(await residentMb(launched.pid, 'VmHWM')).toBeGreaterThan(freshMb * MOST);

  await waitUntil(async () => (await residentMb(launched.pid)) < freshMb * MOST, RETURN_MS);
  await server.stop();
}, 600_000);
