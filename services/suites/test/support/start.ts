import { messageOf } from '@assay/testkit/message-of';
import { join } from 'node:path';
import type { Static, TSchema } from 'typebox';
import {
  DirectoryService,
  type ResolvedServers,
  type ResolveServersRequest,
  SavedServer,
} from '@assay/mesh/gen/assay/v1/catalog';
import type { Conversation } from '@assay/contract/areas/chat-sessions/conversation';
import { ConversationsService } from '@assay/mesh/gen/assay/v1/conversations';
import type { Operation, TargetOf } from '@assay/contract/operation';
import { notFound, Problem } from '@assay/contract/problem';
import { openBus } from '@assay/kit/bus/open-bus';
import { busMigrations, eventMigrations } from '@assay/kit/bus/migrations';
import type { Caller } from '@assay/kit/security/caller';
import { dial } from '@assay/kit/rpc/client';
import { workMigrations } from '@assay/work/migrations';
import { createLog } from '@assay/kit/log';
import { callOperation } from '@assay/kit/rpc/call-operation';
import { implement, serve } from '@assay/kit/rpc/serve';
import { BundlesStandIn } from '@assay/testkit/bundles-stand-in';
import { testDatabase } from '@assay/testkit/database/database';
import { startSuites } from '../../src/app.ts';

/** The migrations of the service, in their order. */
export const folders = [eventMigrations, workMigrations, join(import.meta.dirname, '../../migrations')];
const meshSecret = 'a secret of this test';
const log = createLog('test', 'silent');
const server = (id: string, projectId: string, name: string) =>
  messageOf(SavedServer, { id, projectId, name, enabled: true, transport: 'http' });
const saved = [
  server('srv_everything', 'prj_1', 'everything'),
  server('srv_files', 'prj_1', 'files'),
  server('srv_cafe', 'prj_1', 'caf\u00e9'),
  { ...server('srv_command', 'prj_1', 'command'), transport: 'stdio', runnerLabels: ['lab'] },
  server('srv_other', 'prj_2', 'everything'),
];

/** The neighbours of the service: a catalog that answers from a fixed list, and environments that a test sets. */
function startDirectory(bundles: BundlesStandIn, conversations: Map<string, Conversation>) {
  const notAsked = async () => {
    throw new Problem('INTERNAL_ERROR', 'Suites does not ask this.');
  };
  const resolveServers = async ({
    projectId,
    serverIds,
    orNames,
  }: ResolveServersRequest): Promise<ResolvedServers> => ({
    servers: serverIds.flatMap((ref) =>
      saved.filter(
        (each) => (each.id === ref || (orNames === true && each.name === ref)) && each.projectId === projectId,
      ),
    ),
  });
  const implementations = [
    implement(DirectoryService, {
      authenticate: notAsked,
      authorize: notAsked,
      prepareLaunch: notAsked,
      grantModels: notAsked,
      authenticateRunner: notAsked,
      reseal: notAsked,
      resolveServers,
    }),
    bundles.implementation(),
    implement(ConversationsService, {
      readConversation: async ({ sessionId, turnIds }, { userId }) => {
        const told = conversations.get(sessionId);
        if (!told || userId !== 'usr_1') throw notFound('chat session');
        const turns = told.turns.filter(({ turnId }) => turnIds.length === 0 || turnIds.includes(turnId));
        return { conversation: Buffer.from(JSON.stringify({ ...told, turns })) };
      },
    }),
  ];
  return serve({ name: 'directory', address: '127.0.0.1:0', implementations, meshSecret, log });
}

/** The whole service on a database and a bus of its own, with calls to it as a member of a project. */
export async function startTestSuites() {
  const bundles = new BundlesStandIn();
  const conversations = new Map<string, Conversation>();
  const [database, busDatabase, directory] = await Promise.all([
    testDatabase({ folders }),
    testDatabase({ folders: [busMigrations] }),
    startDirectory(bundles, conversations),
  ]);
  const busSettings = { transport: 'postgres', url: busDatabase.url, retentionHours: 1 } as const;
  const config = {
    address: '127.0.0.1:0',
    databaseUrl: database.url,
    meshSecret,
    bus: busSettings,
    reflection: false,
    catalogAddress: directory.address,
    environmentsAddress: directory.address,
    publicUrl: 'https://assay.test',
  };
  const service = await startSuites(config, log);
  const bus = await openBus(busSettings, log);
  const mesh = dial(service.address, meshSecret, 'test');
  const runner = dial(service.address, meshSecret, 'runner');
  const environments = dial(directory.address, meshSecret, 'suites');
  const memberOf = (projectId: string): Caller => ({
    requestId: 'req_test',
    organizationId: 'org_1',
    userId: 'usr_1',
    projectId,
    role: 'member',
  });

  /** Calls an operation and parses its reply, as the gateway does for a member of the project. */
  const call = async <Req extends { projectId: string }, In extends TSchema, Out extends TSchema>(
    operation: Operation<Req, In, Out>,
    target: TargetOf<Req> & { projectId: string },
    input: object = {},
    caller: Caller = memberOf(target.projectId),
    timeoutMs = 30_000,
  ): Promise<Static<Out>> => {
    return (await callOperation(mesh, operation, target, input as Static<In>, { caller, timeoutMs })) as Static<Out>;
  };

  return {
    bundles,
    /** The chat sessions that the person `usr_1` may read, by their ids. */
    conversations,
    pool: database.pool,
    bus,
    mesh,
    runner,
    environments,
    call,
    memberOf,
    /** One more process of the service on the same database, as its runner sees it. */
    async startReplica() {
      const replica = await startSuites(config, log);
      const channel = dial(replica.address, meshSecret, 'runner');
      return {
        runner: channel,
        stop: async () => {
          channel.close();
          await replica.stop();
        },
      };
    },
    async stop() {
      mesh.close();
      runner.close();
      environments.close();
      await bus.close();
      await service.stop();
      await directory.stop();
      await Promise.all([database.drop(), busDatabase.drop()]);
    },
  };
}

export type TestSuites = Awaited<ReturnType<typeof startTestSuites>>;

/** A body that creates a suite, with `changes`. */
export const draft = (changes: object = {}) => ({
  name: `suite ${++drafts}`,
  serverIds: ['srv_everything'],
  tests: [
    {
      title: 'echo',
      steps: [{ id: 's1', kind: 'toolCall', serverName: 'everything', toolName: 'echo', arguments: { message: 'hi' } }],
    },
  ],
  ...changes,
});
let drafts = 0;
