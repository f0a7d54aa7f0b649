/** A process of its own, because an SDK holds for a whole process: does some of everything that is measured, and prints its metrics. */
import { setTimeout as delay } from 'node:timers/promises';
import { DirectoryService } from '@assay/mesh/gen/assay/v1/catalog';
import { notFound } from '@assay/contract/problem';
import { freePort } from '@assay/postgres/free-port';
import { observeLag } from '../src/bus/lag.ts';
import { repeat } from '../src/concurrency/background-task.ts';
import { createLog } from '../src/log.ts';
import { dial } from '../src/rpc/client.ts';
import { implement, serve } from '../src/rpc/serve.ts';
import { startTelemetry } from '../src/telemetry/start-telemetry.ts';

const port = await freePort();
const telemetry = await startTelemetry('measured', {
  sendsTraces: false,
  metricsSending: undefined,
  metrics: { port },
});
const log = createLog('measured', 'silent');
const nothing = () => Promise.reject(notFound('thing'));
const running = await serve({
  name: 'measured',
  address: '127.0.0.1:0',
  meshSecret: 's',
  log,
  implementations: [
    implement(DirectoryService, {
      authenticate: async () => ({
        keyId: '',
        organizationId: '',
        userId: '',
        features: [],
        scopes: [],
        audiences: [],
      }),
      authorize: nothing,
      resolveServers: () => Promise.reject(new TypeError('a bug')),
      grantModels: nothing,
      authenticateRunner: nothing,
      reseal: nothing,
      prepareLaunch: nothing,
    }),
  ],
});
const channel = dial(running.address, 's', 'measured');
for (const keyHash of [Buffer.alloc(0), Buffer.alloc(1)])
  await channel.call(DirectoryService.authenticate, { keyHash });
const project = { organizationId: '', userId: '', projectId: '' };
await channel.call(DirectoryService.authorize, project).catch(() => undefined);
await channel.call(DirectoryService.resolveServers, { projectId: '', serverIds: [] }).catch(() => undefined);
let reads = 0;
const lag = async (): Promise<Record<string, number>> =>
  reads++ === 0 ? { 'assay.gone.v1': 1, 'assay.test.v1': 3 } : { 'assay.test.v1': 3 };
const observed = observeLag({ lag, absentGroups: async () => [] }, 'suites');
const tasks = [
  repeat('the good task', 60_000, log, async () => undefined),
  repeat('the bad task', 60_000, log, () => Promise.reject(new Error('a fault'))),
];
await new Promise(setImmediate);
const read = async (): Promise<string> => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
// The second reading has the series of that time; the delay of the event loop needs a moment to be measured in.
await read();
await delay(100);
process.stdout.write(await read());
observed.stop();
await Promise.all(tasks.map((task) => task.stop()));
channel.close();
await running.stop();
await telemetry.stop();
