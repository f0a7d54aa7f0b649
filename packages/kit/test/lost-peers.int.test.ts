import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DirectoryService } from '@assay/mesh/gen/assay/v1/catalog';
import { dial, type Channel } from '@assay/kit/rpc/client';
import { freePort } from '@assay/postgres/free-port';
import { startNameServer, type TestNameServer } from '@assay/testkit/name-server';
import { waitUntil } from '@assay/testkit/until';

const { authorize } = DirectoryService;
const request = { organizationId: '', userId: '', projectId: '' };
const HOSTS = ['127.0.0.31', '127.0.0.32'];
/** The pause between two calls of the load, in milliseconds. */
const EVERY_MS = 20;
const LONG_MS = 60_000;

let names: TestNameServer;
let channel: Channel;
let pods: ChildProcess[];

beforeEach(async () => {
  const port = await freePort();
  pods = await Promise.all(HOSTS.map((host) => startPod(`${host}:${port}`)));
  // Names go on to have every host.
  names = await startNameServer({ catalog: HOSTS });
  channel = dial(`dns://${names.address}/catalog:${port}`, 'mesh', 'gateway');
});
afterEach(async () => {
  channel.close();
  names.stop();
  await Promise.all(
    pods.map(async (pod) => {
      if (pod.exitCode !== null || pod.signalCode !== null) return;
      const exited = once(pod, 'exit');
      pod.kill('SIGKILL');
      await exited;
    }),
  );
});

async function startPod(address: string): Promise<ChildProcess> {
  const pod = spawn(process.execPath, [join(import.meta.dirname, 'pod-process.ts'), address], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(createInterface(pod.stdout), 'line');
  return pod;
}

interface Call {
  sentAt: number;
  endedAt?: number;
  host?: string;
  error?: unknown;
}

/** Calls at a steady rate, however long the answers take. */
function load() {
  const calls: Call[] = [];
  const ticks = setInterval(() => {
    const call: Call = { sentAt: performance.now() };
    calls.push(call);
    void channel
      .call(authorize, request, { timeoutMs: 60_000 })
      .then(
        ({ projectId }) => void (call.host = projectId.split(':')[0]!),
        (error: unknown) => void (call.error = error),
      )
      .finally(() => void (call.endedAt = performance.now()));
  }, EVERY_MS);
  return {
    calls,
    answers: () => calls.filter(({ host }) => host !== undefined).length,
    stop: () => clearInterval(ticks),
  };
}

/** A load that has reached both pods. */
async function loadOnBoth() {
  const running = load();
  await waitUntil(() => HOSTS.every((host) => running.calls.some((call) => call.host === host)), LONG_MS);
  return running;
}

test('only calls in flight fail when a pod is killed and its address lives on', async () => {
  const { calls, answers, stop } = await loadOnBoth();
  const exited = once(pods[0]!, 'exit');
  pods[0]!.kill('SIGKILL');
  await exited;
  const endedAt = performance.now();
  const before = answers();
  await waitUntil(() => answers() > before + 100, LONG_MS);
  stop();
  expect(calls.filter(({ error, sentAt }) => error !== undefined && sentAt > endedAt)).toEqual([]);
});

test('a pod that hangs gets no calls once some wait in vain, and gets them when it goes on', async () => {
  const { calls, answers, stop } = await loadOnBoth();
  const before = answers();
  pods[0]!.kill('SIGSTOP');
  await waitUntil(() => answers() > before + 300, LONG_MS);
  // Every second one if it got calls until a ping of its connection fails, after 10 s at the earliest.
  const waiting = calls.filter(({ host }) => host === undefined).length;
  expect(waiting).toBeLessThan(150);
  pods[0]!.kill('SIGCONT');
  const gone = calls.length;
  await waitUntil(() => calls.slice(gone).some(({ host }) => host === HOSTS[0]), LONG_MS);
  stop();
});
