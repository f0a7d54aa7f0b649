import { join } from 'node:path';
import type { Static, TSchema } from 'typebox';
import {
  DirectoryService,
  Principal,
  Role,
  SavedServer,
  SecretsService,
  type BudgetRefusal,
  type GrantedModels,
  type GrantModelsRequest,
  type ResolvedServers,
  type ResolveServersRequest,
} from '@assay/mesh/gen/assay/v1/catalog';
import { PeopleService } from '@assay/mesh/gen/assay/v1/people';
import { FeaturesService } from '@assay/mesh/gen/assay/v1/features';
import { RetentionService, type RetentionDays } from '@assay/mesh/gen/assay/v1/retention';
import type { Operation, TargetOf } from '@assay/contract/operation';
import { Problem } from '@assay/contract/problem';
import { eventMigrations, busMigrations } from '@assay/kit/bus/migrations';
import { createLog } from '@assay/kit/log';
import type { MailSettings } from '@assay/kit/mail/settings';
import { callOperation } from '@assay/kit/rpc/call-operation';
import { dial } from '@assay/kit/rpc/client';
import { onlyForService } from '@assay/kit/rpc/only-for-service';
import { implement, serve, type Implementation } from '@assay/kit/rpc/serve';
import type { Caller } from '@assay/kit/security/caller';
import { findingsMigrations, insightsMigrations } from '@assay/findings/migrations';
import { transcriptMigrations } from '@assay/transcripts/migrations';
import { workMigrations } from '@assay/work/migrations';
import { testDatabase } from '@assay/testkit/database/database';
import { messageOf } from '@assay/testkit/message-of';
import { startEnvironments } from '../../src/app.ts';

/** The migrations of the service, in their order. */
export const folders = [
  eventMigrations,
  workMigrations,
  transcriptMigrations,
  insightsMigrations,
  findingsMigrations,
  join(import.meta.dirname, '../../migrations'),
];
export const meshSecret = 'a secret of this test';
const log = createLog('test', 'silent');

/** A catalog that answers from a list, which a test changes; it counts the requests. */
async function startDirectory() {
  const notAsked = async () => {
    throw new Problem('INTERNAL_ERROR', 'Environments does not ask this.');
  };
  const server = (id: string, projectId: string, name: string) =>
    messageOf(SavedServer, { id, projectId, name, enabled: true, transport: 'http' });
  const directory = {
    requests: 0,
    /** The names of the RPCs that it was asked. */
    asked: [] as string[],
    /** The secrets of every project. */
    secrets: [] as { id: string; name: string }[],
    /** The members of organizations, by their addresses. */
    accounts: new Map<string, string>(),
    /** The names of accounts. */
    names: new Map<string, string>(),
    /** Projects that callers cannot see. */
    hidden: new Set<string>(),
    /** Accounts without a role in any project. */
    strangers: new Set<string>(),
    /** Accounts by the SHA-256 of their session's token, in hex. */
    people: new Map<string, string>(),
    /** The roles of callers in projects, by their ids; viewers otherwise. */
    roles: new Map<string, Role>(),
    hostedModels: ['scripted/echo', 'scripted/rules', 'openai/gpt-test'],
    /** The features that every organization has switched on. */
    features: ['userTesting'],
    /** The retention settings of organizations. */
    retention: [] as RetentionDays[],
    /** A budget that is used up. */
    refusal: undefined as BudgetRefusal | undefined,
    /** The models that were asked for, with what the access to them is sealed for. */
    granted: [] as Pick<GrantModelsRequest, 'models' | 'sealedFor' | 'keyId'>[],
    servers: [
      server('srv_everything', 'prj_1', 'everything'),
      server('srv_files', 'prj_1', 'files'),
      server('srv_other', 'prj_2', 'everything'),
    ],
  };
  const resolveServers = async ({
    projectId,
    serverIds,
  }: Pick<ResolveServersRequest, 'projectId' | 'serverIds'>): Promise<ResolvedServers> => {
    directory.requests++;
    const found = directory.servers.filter((each) => each.projectId === projectId && serverIds.includes(each.id));
    return { servers: found };
  };
  const grantModels = async ({ models, sealedFor, keyId }: GrantModelsRequest): Promise<GrantedModels> => {
    directory.granted.push({ models, sealedFor, keyId });
    const grants = models.map((asked) => {
      const isHosted = directory.hostedModels.includes(asked);
      const fault = isHosted ? '' : 'is not a model this installation hosts';
      return { asked, id: isHosted ? asked : '', source: 'hosted', fault, hostedModels: directory.hostedModels };
    });
    return { grants, sealedAccess: Buffer.alloc(0), refusal: directory.refusal };
  };
  const running = await serve({
    name: 'directory',
    address: '127.0.0.1:0',
    implementations: [
      implement(FeaturesService, {
        listFeatures: onlyForService('environments', async () => ({ features: directory.features })),
      }),
      implement(RetentionService, {
        listRetentionDays: async ({ organizationIds }) => ({
          organizations: directory.retention.filter(({ organizationId }) => organizationIds.includes(organizationId)),
        }),
      }),
      implement(DirectoryService, {
        authenticate: onlyForService(['gateway', 'environments'], async ({ sessionHash }) => {
          const userId = directory.people.get(sessionHash?.toString('hex') ?? '');
          if (userId === undefined) throw new Problem('UNAUTHORIZED', 'The session has ended; sign in again.');
          return messageOf(Principal, { userId, sessionId: `ses_${userId}` });
        }),
        authorize: async ({ projectId: asked, userId, keyId, sessionId }) => {
          const projectId = asked === 'default' ? 'prj_1' : asked;
          // A credential that is named must be one that is still valid.
          const isOver = keyId === '' || sessionId === '';
          const isHidden = isOver || directory.hidden.has(projectId) || directory.strangers.has(userId);
          return { projectId, role: isHidden ? Role.UNSPECIFIED : (directory.roles.get(userId) ?? Role.VIEWER) };
        },
        prepareLaunch: async (request) => ({
          ...(await resolveServers(request)),
          maxConcurrentRuns: 2,
          hostedModels: directory.hostedModels,
          runMinutes: 20,
          queueMinutes: 60,
          maxRepetitions: 10,
          granted: request.models && (await grantModels(request.models)),
        }),
        grantModels,
        authenticateRunner: notAsked,
        reseal: notAsked,
        resolveServers,
      }),
      implement(SecretsService, {
        findSecrets: async ({ secretIds }) => ({
          secrets: directory.secrets.filter(({ id }) => secretIds.includes(id)),
        }),
        sealSecrets: notAsked,
      }),
      implement(PeopleService, {
        findMember: onlyForService('environments', async ({ email }) => ({
          userId: directory.accounts.get(email) ?? '',
        })),
        findMemberName: onlyForService('environments', async ({ userId }) => ({
          name: directory.names.get(userId) ?? '',
        })),
      }),
    ].map((each) => noting(each, directory.asked)),
    meshSecret,
    log,
  });
  return { directory, running };
}

/** The same implementation, which notes the name of each RPC in `asked`. */
const noting = ({ definition, handlers }: Implementation, asked: string[]): Implementation => ({
  definition,
  handlers: Object.fromEntries(
    Object.entries(handlers).map(([name, handler]): [string, typeof handler] => [
      name,
      (...request) => {
        asked.push(name);
        return handler(...request);
      },
    ]),
  ),
});

/** The whole service on a database and a bus of its own, with calls to it as an administrator of a project. */
export async function startTestEnvironments({
  insightsModel,
  mail,
  hasBuilder = false,
  browserRunners = false,
}: { insightsModel?: string; mail?: MailSettings; hasBuilder?: boolean; browserRunners?: boolean } = {}) {
  const [database, busDatabase, { directory, running }] = await Promise.all([
    testDatabase({ folders }),
    testDatabase({ folders: [busMigrations] }),
    startDirectory(),
  ]);
  const service = await startEnvironments(
    {
      address: '127.0.0.1:0',
      databaseUrl: database.url,
      meshSecret,
      bus: { transport: 'postgres', url: busDatabase.url, retentionHours: 1 },
      reflection: false,
      catalogAddress: running.address,
      publicUrl: 'https://assay.example',
      insightsModel,
      hasBuilder,
      browserRunners,
      agentModel: 'scripted/rules',
      mail,
    },
    log,
  );
  const mesh = dial(service.address, meshSecret, 'test');
  const runner = dial(service.address, meshSecret, 'runner');
  const callerOf = (projectId: string, role: Caller['role'] = 'admin'): Caller => ({
    requestId: 'req_test',
    organizationId: 'org_1',
    userId: 'usr_1',
    projectId,
    role,
    features: ['swarms', 'userTesting'],
  });

  return {
    pool: database.pool,
    mesh,
    runner,
    directory,
    callerOf,
    /** Calls an operation and parses its reply, as the gateway does for an administrator of the project. */
    async call<Req extends { projectId: string }, In extends TSchema, Out extends TSchema>(
      operation: Operation<Req, In, Out>,
      target: TargetOf<Req> & { projectId: string },
      input: object = {},
      caller: Caller = callerOf(target.projectId),
    ): Promise<Static<Out>> {
      return (await callOperation(mesh, operation, target, input as Static<In>, { caller })) as Static<Out>;
    },
    catalogAddress: running.address,
    async stop() {
      mesh.close();
      runner.close();
      await service.stop();
      await running.stop();
      await Promise.all([database.drop(), busDatabase.drop()]);
    },
  };
}

export type TestEnvironments = Awaited<ReturnType<typeof startTestEnvironments>>;
