import { join } from 'node:path';
import type { Static, TSchema } from 'typebox';
import {
  DirectoryService,
  LedgerService,
  SavedServer,
  type BudgetRefusal,
  type GrantedModels,
  type GrantModelsRequest,
  type SetRunBudgetRequest,
} from '@assay/mesh/gen/assay/v1/catalog';
import { RetentionService, type RetentionDays } from '@assay/mesh/gen/assay/v1/retention';
import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import type { Operation, TargetOf } from '@assay/contract/operation';
import { operations } from '@assay/contract/operations';
import { notFound, Problem } from '@assay/contract/problem';
import { busMigrations, eventMigrations } from '@assay/kit/bus/migrations';
import { createLog } from '@assay/kit/log';
import { callOperation } from '@assay/kit/rpc/call-operation';
import { dial } from '@assay/kit/rpc/client';
import { handle } from '@assay/kit/rpc/handle';
import { implement, serve } from '@assay/kit/rpc/serve';
import type { Caller } from '@assay/kit/security/caller';
import { findingsMigrations, insightsMigrations } from '@assay/findings/migrations';
import { transcriptMigrations } from '@assay/transcripts/migrations';
import { workMigrations } from '@assay/work/migrations';
import { BundlesStandIn } from '@assay/testkit/bundles-stand-in';
import { testDatabase } from '@assay/testkit/database/database';
import { messageOf } from '@assay/testkit/message-of';
import { startSwarms } from '../../src/app.ts';

const folders = [
  eventMigrations,
  workMigrations,
  transcriptMigrations,
  insightsMigrations,
  findingsMigrations,
  join(import.meta.dirname, '../../migrations'),
];
const meshSecret = 'a secret of this test';
const log = createLog('test', 'silent');

/** The neighbours of the service: they answer what a test put into them. */
async function startNeighbours() {
  const bundles = new BundlesStandIn();
  const notAsked = async () => {
    throw new Problem('INTERNAL_ERROR', 'Swarms does not ask this.');
  };
  const neighbours = {
    bundles,
    hostedModels: ['scripted/rules', 'openai/gpt-test'],
    /** A budget that is used up. */
    refusal: undefined as BudgetRefusal | undefined,
    granted: [] as GrantModelsRequest[],
    budgets: [] as SetRunBudgetRequest[],
    retention: [] as RetentionDays[],
    /** The calls that the ledger knows of a try and a purpose, under a fence. */
    earlier: new Map<string, { fence: string; inputTokens: number }>(),
    servers: [
      messageOf(SavedServer, { id: 'srv', projectId: 'prj_1', name: 'everything', enabled: true, transport: 'http' }),
    ],
  };
  const grantModels = async (request: GrantModelsRequest): Promise<GrantedModels> => {
    neighbours.granted.push(request);
    const { hostedModels, refusal } = neighbours;
    const grants = request.models.map((asked) => {
      const isHosted = hostedModels.includes(asked);
      const fault = isHosted ? '' : 'is not a model this installation hosts';
      return { asked, id: isHosted ? asked : '', source: 'hosted', fault, hostedModels };
    });
    return { grants, sealedAccess: Buffer.alloc(0), refusal };
  };
  const running = await serve({
    name: 'neighbours',
    address: '127.0.0.1:0',
    implementations: [
      bundles.implementation(),
      implement(
        { getServerGroup: rpcOf(operations.getServerGroup) },
        {
          getServerGroup: handle(operations.getServerGroup, async (_caller, { serverGroupId: id, projectId }) => {
            const serverIds = bundles.serverGroups.get(id);
            if (!serverIds) throw notFound('server group');
            return { id, projectId, name: id, serverIds, revision: 1, createdAt: 0, updatedAt: 0 };
          }),
        },
      ),
      implement(DirectoryService, {
        authenticate: notAsked,
        authorize: notAsked,
        authenticateRunner: notAsked,
        reseal: notAsked,
        resolveServers: async ({ serverIds }) => ({
          servers: neighbours.servers.filter(({ id }) => serverIds.includes(id)),
        }),
        prepareLaunch: async ({ serverIds, models }) => ({
          servers: neighbours.servers.filter(({ id }) => serverIds.includes(id)),
          maxConcurrentRuns: 2,
          hostedModels: neighbours.hostedModels,
          runMinutes: 20,
          queueMinutes: 60,
          maxRepetitions: 10,
          granted: models && (await grantModels(models)),
        }),
        grantModels,
      }),
      implement(RetentionService, { listRetentionDays: async () => ({ organizations: neighbours.retention }) }),
      implement(LedgerService, {
        reserve: notAsked,
        extend: notAsked,
        settle: notAsked,
        sumEarlierAttempts: async ({ iterationId, fence, purpose }) => {
          const used = neighbours.earlier.get(`${iterationId} ${purpose}`);
          if (!used || fence === used.fence)
            return { calls: 0, inputTokens: 0, outputTokens: 0, costMicros: undefined };
          return { calls: 1, inputTokens: used.inputTokens, outputTokens: 1, costMicros: 3 };
        },
        setRunBudget: async (request) => {
          neighbours.budgets.push(request);
          return {};
        },
      }),
    ],
    meshSecret,
    log,
  });
  return { neighbours, running };
}

/** The whole service on a database and a bus of its own, with calls to it as a member of a project. */
export async function startTestSwarms({ insightsModel }: { insightsModel?: string } = {}) {
  const [database, busDatabase, { neighbours, running }] = await Promise.all([
    testDatabase({ folders }),
    testDatabase({ folders: [busMigrations] }),
    startNeighbours(),
  ]);
  const service = await startSwarms(
    {
      address: '127.0.0.1:0',
      databaseUrl: database.url,
      meshSecret,
      bus: { transport: 'postgres', url: busDatabase.url, retentionHours: 1 },
      reflection: false,
      catalogAddress: running.address,
      environmentsAddress: running.address,
      personaModel: 'scripted/rules',
      judgeModel: 'scripted/rules',
      insightsModel,
    },
    log,
  );
  const mesh = dial(service.address, meshSecret, 'test');
  const runner = dial(service.address, meshSecret, 'runner');
  const catalog = dial(running.address, meshSecret, 'swarms');
  const callerOf = (projectId: string, changes: Partial<Caller> = {}): Caller => ({
    requestId: 'req_test',
    organizationId: 'org_1',
    userId: 'usr_1',
    projectId,
    role: 'member',
    features: ['swarms'],
    ...changes,
  });
  return {
    pool: database.pool,
    mesh,
    runner,
    /** The neighbours, as the service dials them. */
    catalog,
    neighbours,
    callerOf,
    /** Calls an operation and parses its reply, as the gateway does for a member of the project. */
    async call<Req extends { projectId: string }, In extends TSchema, Out extends TSchema>(
      operation: Operation<Req, In, Out>,
      target: TargetOf<Req> & { projectId: string },
      input: object = {},
      caller: Caller = callerOf(target.projectId),
    ): Promise<Static<Out>> {
      return (await callOperation(mesh, operation, target, input as Static<In>, { caller })) as Static<Out>;
    },
    async stop() {
      mesh.close();
      runner.close();
      catalog.close();
      await service.stop();
      await running.stop();
      await Promise.all([database.drop(), busDatabase.drop()]);
    },
  };
}

export type TestSwarms = Awaited<ReturnType<typeof startTestSwarms>>;
