import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import { perService } from '@assay/contract/services';
import { AccessService } from '@assay/mesh/gen/assay/v1/access';
import { DirectoryService, Role } from '@assay/mesh/gen/assay/v1/catalog';
import { operations } from '@assay/contract/operations';
import { AccessVersion } from '@assay/gateway/access/access-version';
import { gatewayApp } from '@assay/gateway/app';
import { BytesInFlight } from '@assay/gateway/limits/bytes-in-flight';
import { nearestPrivate } from '@assay/gateway/addresses/trusted-proxies';
import { dial } from '@assay/kit/rpc/client';
import { handle } from '@assay/kit/rpc/handle';
import { createLog } from '@assay/kit/log';
import { implement, serve } from '@assay/kit/rpc/serve';
import { listenLocally } from '@assay/testkit/listen';
import { answerQuestions } from '../helper.ts';

const meshSecret = 'a secret of the bench';

/**
 * Starts the gateway in front of two operations with the same answer: `/models` is public, `/projects/prj_1` needs a
 * key with access to the project. The service behind them answers at once, so that only the gateway's own work differs.
 * Returns the gateway's origin.
 */
async function start(): Promise<string> {
  const log = createLog('bench', 'silent');
  const answer = async () => Buffer.from('{"items":[]}');
  const running = await serve({
    name: 'rooms',
    address: '127.0.0.1:0',
    meshSecret,
    log,
    implementations: [
      implement(
        { authenticate: DirectoryService.authenticate, authorize: DirectoryService.authorize },
        {
          authenticate: async () => ({
            keyId: 'key_1',
            organizationId: 'org_1',
            userId: 'usr_1',
            organizationRole: Role.MEMBER,
            features: [],
            scopes: [],
            audiences: [],
          }),
          authorize: async ({ projectId }) => ({ role: Role.MEMBER, projectId }),
        },
      ),
      implement(
        { watch: AccessService.watch },
        {
          watch: ({ waitMs }) =>
            new Promise((resolve) => {
              setTimeout(() => resolve({ epoch: 1 }), waitMs);
            }),
        },
      ),
      implement(
        { listModels: rpcOf(operations.listModels), getProject: rpcOf(operations.getProject) },
        { listModels: handle(operations.listModels, answer), getProject: handle(operations.getProject, answer) },
      ),
    ],
  });
  const channel = dial(running.address, meshSecret, 'gateway');
  const app = gatewayApp({
    operations: { listModels: operations.listModels, getProject: operations.getProject },
    mesh: perService(() => channel),
    access: new AccessVersion(channel, log).start(),
    limit: undefined,
    sharedLimits: { person: 10, organization: 100 },
    trustedProxies: nearestPrivate,
    maxBodyBytes: 1_000_000,
    bytes: new BytesInFlight(256 * 1024 * 1024),
    meshSecret,
    publicUrl: 'http://127.0.0.1',
    log,
    draining: new AbortController().signal,
    stopping: new AbortController().signal,
    tunnels: (_req, _res, next) => next(),
  });
  return (await listenLocally(app)).origin;
}

answerQuestions(start);
