import { AccessService } from '@assay/mesh/gen/assay/v1/access';
import { WakeUp } from '@assay/kit/concurrency/wake-ups/wake-up';
import { dial } from '@assay/kit/rpc/client';
import { createLog } from '@assay/kit/log';
import { implement, serve } from '@assay/kit/rpc/serve';
import { waitUntil } from '@assay/testkit/until';
import { AccessVersion } from '../../src/access/access-version.ts';

const log = createLog('test', 'silent');
/** Longer than any stall of the machine, so that each answer counts. */
const trustMs = 300_000;

/** The gateway's access versions after each of these answers. */
async function versionsAfter(answers: number[]): Promise<(number | undefined)[]> {
  const versions: (number | undefined)[] = [];
  const over = Promise.withResolvers<void>();
  const epochs = implement(AccessService, {
    watch: async () => {
      if (versions.length <= answers.length) versions.push(access.current());
      const answer = answers[versions.length - 1];
      if (answer === undefined) {
        over.resolve();
        return { epoch: 0 };
      }
      return { epoch: answer };
    },
  });
  const server = await serve({
    name: 'catalog',
    address: '127.0.0.1:0',
    implementations: [epochs],
    meshSecret: 's',
    log,
  });
  const channel = dial(server.address, 's', 'gateway');
  const access = new AccessVersion(channel, log, { trustMs }).start();
  await over.promise;
  await access.stop();
  channel.close();
  await server.stop();
  return versions;
}

test("no access version repeats when the catalog's number does", async () => {
  expect(await versionsAfter([5, 6, 5, 0, 6])).toEqual([undefined, 1, 2, 3, 4, 5]);
});

test('changes of access are watched again with the first question after a rest', async () => {
  const PROBE = 1;
  let watches = 0;
  let heard = Promise.withResolvers<void>();
  const epochs = implement(AccessService, {
    watch: async ({ waitMs }) => {
      if (waitMs === PROBE) return { epoch: 0 };
      heard.resolve();
      // News every time, so that a watch without a rest asks again at once.
      return { epoch: ++watches };
    },
  });
  const server = await serve({
    name: 'catalog',
    address: '127.0.0.1:0',
    implementations: [epochs],
    meshSecret: 's',
    log,
  });
  const channel = dial(server.address, 's', 'gateway');
  const access = new AccessVersion(channel, log, { trustMs, restMs: 0 }).start();
  const rounds: number[] = [];
  for (let round = 0; round < 3; round++) {
    heard = Promise.withResolvers();
    access.current();
    await heard.promise;
    for (let probe = 0; probe < 20; probe++) await channel.call(AccessService.watch, { epoch: 0, waitMs: PROBE });
    rounds.push(watches);
  }
  expect(rounds).toEqual([1, 2, 3]);
  await access.stop();
  channel.close();
  await server.stop();
});

test('the access version stays while the catalog confirms it', async () => {
  const wakeUp = new WakeUp();
  let answers = 0;
  const epochs = implement(AccessService, {
    watch: async ({ waitMs, epoch }) => {
      if (epoch === 1) await wakeUp.waitFor(waitMs, async () => undefined);
      answers++;
      return { epoch: 1 };
    },
  });
  const server = await serve({
    name: 'catalog',
    address: '127.0.0.1:0',
    implementations: [epochs],
    meshSecret: 's',
    log,
  });
  const channel = dial(server.address, 's', 'gateway');
  const access = new AccessVersion(channel, log, { trustMs }).start();
  const versions = new Set<number | undefined>();
  await waitUntil(() => answers > 1);
  await waitUntil(() => {
    versions.add(access.current());
    return answers > 5;
  });
  expect([...versions]).toEqual([1]);
  await access.stop();
  channel.close();
  await server.stop();
});
