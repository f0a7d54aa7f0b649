/** A process of its own, because an SDK holds for a whole process: serves one RPC that makes another, and calls it. */
import { DirectoryService } from '@assay/mesh/gen/assay/v1/catalog';
import { notFound } from '@assay/contract/problem';
import { observeLag } from '../src/bus/lag.ts';
import { readEnv } from '../src/env.ts';
import { dial } from '../src/rpc/client.ts';
import { createLog } from '../src/log.ts';
import { implement, serve } from '../src/rpc/serve.ts';
import { telemetrySettings } from '../src/telemetry/settings.ts';
import { startTelemetry } from '../src/telemetry/start-telemetry.ts';
import { activeTraceparent } from '../src/telemetry/telemetry.ts';

const telemetry = await startTelemetry('traced', readEnv(process.env, telemetrySettings));

observeLag({ lag: async () => ({ 'assay.test.v1': 3 }), absentGroups: async () => [] }, 'suites');
const running = await serve({
  name: 'traced',
  address: '127.0.0.1:0',
  meshSecret: 's',
  log: createLog('traced', 'silent'),
  implementations: [
    implement(DirectoryService, {
      authenticate: async () => ({
        keyId: activeTraceparent() ?? 'none',
        organizationId: '',
        userId: '',
        features: [],
        scopes: [],
        audiences: [],
      }),
      authorize: () => Promise.reject(notFound('project')),
      resolveServers: () => Promise.reject(new TypeError('a bug')),
      grantModels: () => Promise.reject(notFound('model')),
      authenticateRunner: () => Promise.reject(notFound('token')),
      reseal: () => Promise.reject(notFound('key')),
      prepareLaunch: async () => {
        const { keyId } = await channel.call(DirectoryService.authenticate, { keyHash: Buffer.alloc(0) });
        return {
          servers: [],
          maxConcurrentRuns: 0,
          hostedModels: [keyId],
          runMinutes: 0,
          queueMinutes: 0,
          maxRepetitions: 0,
        };
      },
    }),
  ],
});
const channel = dial(running.address, 's', 'traced');
const { hostedModels } = await channel.call(DirectoryService.prepareLaunch, {
  projectId: '',
  organizationId: '',
  serverIds: [],
});
await channel
  .call(DirectoryService.authorize, { organizationId: '', userId: '', projectId: '' })
  .catch(() => undefined);
await channel.call(DirectoryService.resolveServers, { projectId: '', serverIds: [] }).catch(() => undefined);
channel.close();
await running.stop();
await telemetry.stop();
process.stdout.write(`${hostedModels[0]}\n`);
