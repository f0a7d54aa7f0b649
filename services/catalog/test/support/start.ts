import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Static, TSchema } from 'typebox';
import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import type { Operation, TargetOf } from '@assay/contract/operation';
import { auditor } from '@assay/kit/audit/audit';
import { postgresDeadLetters } from '@assay/kit/bus/dead-letters';
import { eventMigrations } from '@assay/kit/bus/migrations';
import { NamedWakeUps } from '@assay/kit/concurrency/wake-ups/named-wake-ups';
import { WakeUp } from '@assay/kit/concurrency/wake-ups/wake-up';
import type { Caller } from '@assay/kit/security/caller';
import { dial } from '@assay/kit/rpc/client';
import { openCursors } from '@assay/kit/requests/cursor';
import { createLog, type Logger } from '@assay/kit/log';
import { callOperation } from '@assay/kit/rpc/call-operation';
import { serve } from '@assay/kit/rpc/serve';
import { topics } from '@assay/mesh/topics';
import { testDatabase } from '@assay/testkit/database/database';
import type { Deps } from '../../src/deps.ts';
import { installationSettings, type LimitValues } from '../../src/domain/organizations/organization-settings.ts';
import { scriptedModel } from '../../src/domain/model-providers/hosted-models.ts';
import { seedInstallation } from '../../src/flows/organizations/seed-installation.ts';
import { catalogImplementations } from '../../src/service.ts';

export const catalogMigrations = [
  eventMigrations,
  ...['migrations', 'audit-migrations'].map((folder) => join(import.meta.dirname, '../..', folder)),
];
const meshSecret = 'a secret of this test';
const retention = { runs: 0, traces: 0, sessions: 0, audit: 0 };

export const installationOf = (concurrentRuns = 2) =>
  installationSettings(
    { requestsPerMinute: 60, requestBurst: 10, concurrentRuns, runMinutes: 20, queueMinutes: 1_440, repetitions: 100 },
    retention,
  );

export const testCeilings: LimitValues = {
  requestsPerMinute: 6_000,
  requestBurst: 600,
  concurrentRuns: 100,
  runMinutes: 1_440,
  queueMinutes: 10_080,
  repetitions: 100,
};

/** The real service on a database of its own, seeded, and a way to call it as the owner of the installation. */
export async function startTestCatalog({
  log = createLog('test', 'silent'),
  ...changes
}: Partial<Deps> & { log?: Logger } = {}) {
  const database = await testDatabase({ folders: catalogMigrations });
  const keyEncryptionKey = randomBytes(32);
  const deps: Deps = {
    pool: database.pool,
    counting: database.pool,
    access: new WakeUp(),
    projectFollowers: new NamedWakeUps(),
    cursors: openCursors(meshSecret),
    keyEncryptionKey,
    log,
    publicUrl: 'http://assay.test',
    meshSecret,
    retention,
    installation: installationOf(),
    ceilings: testCeilings,
    hostedModels: [scriptedModel],
    egress: openEgress(ONE_MACHINE_EGRESS),
    registrySources: [],
    deadLetters: postgresDeadLetters(database.pool, topics),
    ...changes,
  };
  const server = await serve({
    name: 'catalog',
    address: '127.0.0.1:0',
    implementations: catalogImplementations(deps),
    meshSecret,
    log,
    auditor: auditor(database.pool),
  });
  const mesh = dial(server.address, meshSecret, 'gateway');
  const { organizationId, projectId, apiKey } = (await seedInstallation(database.pool, {
    organization: 'Acme',
    project: 'Default',
    ownerEmail: 'ada@acme.example',
  }))!;
  const {
    rows: [owner],
  } = await database.pool.query<{ id: string }>('select id from users');
  const ada: Caller = {
    requestId: 'req_test',
    organizationId,
    organizationRole: 'owner',
    userId: owner!.id,
    keyId: 'key_test',
    projectId,
    role: 'owner',
    features: ['swarms', 'userTesting'],
  };
  /** The same owner, signed in with a browser. */
  const { keyId: _none, ...signedIn } = ada;
  const adaInPerson: Caller = { ...signedIn, sessionId: 'ses_test' };

  /** Calls an operation as this caller, and reads its reply as the gateway does. */
  const call = async <Req, In extends TSchema, Out extends TSchema>(
    operation: Operation<Req, In, Out>,
    target: TargetOf<Req>,
    input: object = {},
    caller: Caller = ada,
  ): Promise<Static<Out>> => {
    return (await callOperation(mesh, operation, target, input as Static<In>, { caller })) as Static<Out>;
  };

  return {
    pool: database.pool,
    keyEncryptionKey,
    mesh,
    call,
    ada,
    adaInPerson,
    organizationId,
    projectId,
    apiKey,
    async stop() {
      mesh.close();
      await server.stop();
      await database.drop();
    },
  };
}

export type TestCatalog = Awaited<ReturnType<typeof startTestCatalog>>;
