import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { DirectoryService } from '@assay/mesh/gen/assay/v1/catalog';
import { createLog } from '@assay/kit/log';
import { dial, type Channel } from '@assay/kit/rpc/client';
import { FollowedPeers } from '@assay/kit/rpc/peers/followed-peers';
import { implement, serve, type RunningServer } from '@assay/kit/rpc/serve';
import { startNameServer, type TestNameServer } from '@assay/testkit/name-server';
import { swallowPackets } from '@assay/testkit/swallow-packets';
import { waitUntil } from '@assay/testkit/until';

const log = createLog('test', 'silent');
/** How long an answer of the name server lives in a drain, in milliseconds. */
const ANSWER_MS = 2_000;
const { authorize } = DirectoryService;
const request = { organizationId: '', userId: '', projectId: '' };

/** A pod: the same service on an address of its own. */
interface Pod extends RunningServer {
  host: string;
  calls: number;
}

let names: TestNameServer;
let channel: Channel;
let port = 0;
const pods: Pod[] = [];
const cleanups: (() => void)[] = [];

async function startPod(host: string): Promise<Pod> {
  const pod = { host, calls: 0 };
  const running = await serve({
    name: 'pod',
    address: `${host}:${port}`,
    meshSecret: 'mesh',
    log,
    implementations: [
      implement(
        { authorize },
        {
          authorize: async () => {
            pod.calls++;
            // Calls are in flight when their pod is told to stop.
            await new Promise((resolve) => setTimeout(resolve, 5));
            return { role: 1, projectId: pod.host };
          },
        },
      ),
    ],
  });
  port = Number(running.address.split(':').at(-1));
  const started = Object.assign(pod, running);
  pods.push(started);
  return started;
}

const ask = (timeoutMs = 5_000) => channel.call(authorize, request, { timeoutMs });

/** Calls without a pause, on several lines at once, until it is stopped; resolves with the errors. */
function load() {
  const stopping = new AbortController();
  const errors: unknown[] = [];
  let answers = 0;
  const line = async () => {
    while (!stopping.signal.aborted)
      await ask().then(
        () => answers++,
        (error: unknown) => errors.push(error),
      );
  };
  const lines = Array.from({ length: 5 }, line);
  return {
    answers: () => answers,
    stop: async () => {
      stopping.abort();
      await Promise.all(lines);
      return errors;
    },
  };
}

beforeEach(async () => {
  port = 0;
  const first = await startPod('127.0.0.11');
  names = await startNameServer({ catalog: [first.host] });
  channel = dial(`dns://${names.address}/catalog:${port}`, 'mesh', 'gateway');
});
afterEach(async () => {
  channel.close();
  names.stop();
  for (const cleanup of cleanups.splice(0)) cleanup();
  await Promise.all(pods.splice(0).map((pod) => pod.stop()));
});

test('a pod that was added gets calls after the next lookup, which is made without a failure', async () => {
  await ask();
  const added = await startPod('127.0.0.12');
  names.addresses.catalog = ['127.0.0.11', '127.0.0.12'];
  const { lookups } = names;
  await waitUntil(async () => {
    await ask();
    return added.calls > 0;
  });
  expect(names.lookups - lookups).toBeLessThanOrEqual(2);
});

test('no call fails while pods are replaced in turn, with stale and empty answers between', async () => {
  const callers = load();
  let [old] = pods;
  for (const host of ['127.0.0.12', '127.0.0.13']) {
    const next = await startPod(host);
    // For a while the name has both, then the name server is away, then the answer is stale.
    names.addresses.catalog = [old!.host, host];
    await waitUntil(() => next.calls > 0);
    names.silent = host.endsWith('12');
    if (host.endsWith('13')) names.addresses.catalog = [];
    await old!.stop();
    const before = callers.answers();
    await waitUntil(() => callers.answers() > before + 50);
    names.silent = false;
    names.addresses.catalog = [host];
    old = next;
  }
  expect(await callers.stop()).toEqual([]);
});

test('no call fails when all pods are replaced at once', async () => {
  await startPod('127.0.0.12');
  names.addresses.catalog = ['127.0.0.11', '127.0.0.12'];
  const callers = load();
  await waitUntil(() => pods.every(({ calls }) => calls > 0));
  const old = pods.slice();
  const next = await Promise.all(['127.0.0.13', '127.0.0.14'].map(startPod));
  names.addresses.catalog = next.map(({ host }) => host);
  await waitUntil(() => next.every(({ calls }) => calls > 0));
  await Promise.all(old.map((pod) => pod.stop()));
  const before = callers.answers();
  await waitUntil(() => callers.answers() > before + 50);
  expect(await callers.stop()).toEqual([]);
});

test('no call fails when both pods are evicted while an answer with them alone lives', async () => {
  await startPod('127.0.0.12');
  names.addresses.catalog = ['127.0.0.11', '127.0.0.12'];
  const callers = load();
  await waitUntil(() => pods.every(({ calls }) => calls > 0));
  // As in the chart: longer than the answer lives.
  const leave = (pod: Pod) => delay(ANSWER_MS + 1_500).then(() => pod.stop());
  const [first, second] = pods.slice();
  const left = [leave(first!)];
  await startPod('127.0.0.13');
  // The budget allows it: two pods are ready.
  await delay(ANSWER_MS / 4);
  left.push(leave(second!));
  await startPod('127.0.0.14');
  await delay((ANSWER_MS * 3) / 4);
  names.addresses.catalog = ['127.0.0.13', '127.0.0.14'];
  await Promise.all(left);
  const before = callers.answers();
  await waitUntil(() => callers.answers() > before + 50);
  expect(await callers.stop()).toEqual([]);
});

test('an address that swallows packets gets no call, alone it is an early refusal', async () => {
  const swallowing = await swallowPackets('127.0.0.15', port);
  cleanups.push(() => swallowing.stop());
  names.addresses.catalog = ['127.0.0.15', '127.0.0.11'];
  const callers = load();
  await waitUntil(() => callers.answers() > 100);
  expect(await callers.stop()).toEqual([]);

  names.addresses.catalog = ['127.0.0.15'];
  const refusal = await waitUntil(() =>
    ask()
      .then(() => undefined)
      .catch((error: unknown) => error),
  );
  expect(refusal).toMatchObject({ message: expect.stringMatching(/try again/), retryAfter: 1 });
});

test('a peer that accepts connections and is silent gets no call, alone it is a refusal', async () => {
  const silent = createServer().listen({ host: '127.0.0.16', port });
  cleanups.push(() => silent.close());
  const connections = new Set<Socket>();
  silent.on('connection', (socket) => {
    connections.add(socket);
    cleanups.push(() => socket.destroy());
    socket.on('error', () => undefined).once('close', () => connections.delete(socket));
    // A socket that is not read does not notice its end.
    socket.resume();
  });
  await once(silent, 'listening');
  names.addresses.catalog = ['127.0.0.16', '127.0.0.11'];
  const callers = load();
  await waitUntil(() => connections.size > 0);
  const before = callers.answers();
  await waitUntil(() => callers.answers() > before + 50);
  expect(await callers.stop()).toEqual([]);

  for (const address of [`127.0.0.16:${port}`, `dns://${names.address}/silent:${port}`]) {
    names.addresses = { catalog: ['127.0.0.16'], silent: ['127.0.0.16'] };
    const alone = dial(address, 'mesh', 'gateway');
    await expect(alone.call(authorize, request, { timeoutMs: 20_000 })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      retryAfter: 1,
    });
    alone.close();
  }
  await waitUntil(() => connections.size === 0);
});

test('the calls of a process that starts wait for a name server that does not answer at first', async () => {
  channel.close();
  names.silent = true;
  channel = dial(`dns://${names.address}/catalog:${port}`, 'mesh', 'gateway');
  const answer = ask(20_000);
  const { lookups } = names;
  await waitUntil(() => names.lookups > lookups + 1);
  names.silent = false;
  expect(await answer).toMatchObject({ projectId: '127.0.0.11' });
});

test.each(['empty', 'absent'])('the first call of a channel reaches its peer while answers are %s', async (answers) => {
  // The second answer arrived before the third question.
  await waitUntil(() => names.lookups > 2);
  if (answers === 'empty') names.addresses.catalog = [];
  else names.silent = true;
  expect(await ask()).toMatchObject({ projectId: '127.0.0.11' });
});

test('a channel that was idle has the peers of the last answer while answers are empty', async () => {
  const peers = new FollowedPeers(`dns://${names.address}/catalog:${port}`, 1_000);
  cleanups.push(() => peers.close());
  const listened = () => new Promise<string[]>((resolve) => peers.listen(resolve));
  expect(await listened()).toEqual(['127.0.0.11']);
  peers.rest();
  const added = await startPod('127.0.0.12');
  names.addresses.catalog = [added.host];
  const { lookups } = names;
  await waitUntil(() => names.lookups > lookups + 2);
  names.addresses.catalog = [];
  expect(await listened()).toEqual([added.host]);
});

test('a peer gets calls though this process stalls while it connects', async () => {
  channel.close();
  channel = dial(`dns://${names.address}/catalog:${port}`, 'mesh', 'gateway');
  const answer = ask();
  await waitForTurn(() => process.getActiveResourcesInfo().includes('ConnectWrap'));
  const stalledUntil = performance.now() + 1_100;
  while (performance.now() < stalledUntil);
  expect(await answer).toMatchObject({ projectId: '127.0.0.11' });
});

/** Resolves in the turn of the event loop in which the condition holds. */
async function waitForTurn(isMet: () => boolean): Promise<void> {
  while (!isMet()) await new Promise((resolve) => setImmediate(resolve));
}
