import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import type { Operation } from '@assay/contract/operation';
import { ChangeMade, ProjectDeleted } from '@assay/mesh/events';
import { allOperations } from '@assay/contract/operations';
import { forbidden } from '@assay/contract/problem';
import { open } from '@assay/contract/schema';
import { audit, auditNothing, auditor, INSTALLATION_LOG, publishWithAudit } from '@assay/kit/audit/audit';
import type { AuditedChange } from '@assay/kit/audit/change';
import { eventMigrations } from '@assay/kit/bus/migrations';
import type { Caller } from '@assay/kit/security/caller';
import { dial, type Channel } from '@assay/kit/rpc/client';
import { transaction } from '@assay/kit/postgres/db';
import { handle, otherwise, replayed } from '@assay/kit/rpc/handle';
import { createLog } from '@assay/kit/log';
import { implement, serve, type RunningServer } from '@assay/kit/rpc/serve';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { auditedChanges } from '@assay/testkit/audit/audited-changes';

const meshSecret = 'mesh';
const log = createLog('test', 'silent');
const ids = { organizationId: 'org_1', projectId: 'prj_1' };
const owner: Caller = {
  requestId: 'req_1',
  userId: 'usr_1',
  sessionId: 'ses_1',
  ...ids,
  organizationRole: 'owner',
  role: 'owner',
  features: ['swarms', 'userTesting'],
};

/** Writes of the API that leave no entry of themselves, and why. */
const UNWRITTEN: Record<string, string> = {
  ...Object.fromEntries(
    [
      'checkOAuth',
      'runDoctor',
      'validateServer',
      'completeArgument',
      'getPrompt',
      'listPrompts',
      'listResourceTemplates',
      'listResources',
      'listTools',
      'readResource',
      'getServerSkill',
      'listServerSkills',
      'readServerSkillFile',
      'diffServer',
      'exportServer',
      'lintServer',
    ].map((name) => [name, 'asks a server what it is']),
  ),
  validateSandboxImageBlueprint: 'checks a blueprint and keeps nothing',
  previewEvalAssertions: 'grades what is recorded and keeps nothing',
  gateJourneyWave: 'judges what is recorded and keeps nothing',
  ...Object.fromEntries(
    ['endVisit', 'saveVisitFeedback', 'sendVisitMessage', 'decideVisitCalls', 'cancelVisitTurn'].map((name) => [
      name,
      'is of a visitor, who belongs to no organization',
    ]),
  ),
  ...Object.fromEntries(
    ['readBrowserArtifact', 'readBrowserTrace'].map((name) => [name, 'reads what a browser of a session did']),
  ),
  heartbeatConformanceIngestRun: 'says only that a session is still there',
  diagnoseAddress: 'a question to a server that is not saved',
  previewDirectoryInstall: 'an install that is rolled back',
  previewEvalCase: 'grades stored evidence and stores nothing',
  previewEvalLaunch: 'plans a launch and starts nothing',
  tryEvalGate: 'judges past runs and stores nothing',
  walkOAuth: 'a question to a server and its authorization server',
};
/** Writes that need no sign-in, and the principal that they establish: the caller is unknown when they begin. */
const PUBLIC_WRITES: Record<string, string> = {
  ...Object.fromEntries(
    [
      'signIn',
      'submitSignIn',
      'acceptInvitation',
      'submitInvitation',
      'resetPassword',
      'submitPasswordReset',
      'submitOrganizationChoice',
      'issueTokens',
      'revokeToken',
    ].map((name) => [name, 'writes it itself, once it knows whose account it is']),
  ),
  ...Object.fromEntries(
    ['beginDeviceAuthorization', 'registerApplication', 'submitAuthorization', 'submitDevice'].map((name) => [
      name,
      'gives no access before issueTokens, which writes the grant',
    ]),
  ),
  beginVisit: 'makes a visitor, who belongs to no organization',
  beginConnectionAuthorization: 'only leads a browser out; what comes of it is written when it is back',
  ...Object.fromEntries(
    ['putEvalIngestArtifact', 'postEvalIngestArtifact'].map((name) => [
      name,
      'the one who made the URL is in the log, with the id of the artifact',
    ]),
  ),
};

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ folders: [eventMigrations] });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query('truncate outbox');
});

const entries = () => auditedChanges(database.pool);

type Answer = Parameters<typeof handle>[1];

/** A service that answers operations, and a way to call them as an owner. */
async function startAnswering(answering: [Operation, Answer][]) {
  const blank = open({});
  const byPath = new Map(answering.map(([operation, answer]) => [rpcOf(operation).path, { operation, answer }]));
  const implementations = [...byPath.values()].map(({ operation, answer }) =>
    implement(
      { only: rpcOf(operation) } as never,
      { only: handle({ ...operation, consumes: 'anything', input: blank }, answer) } as never,
    ),
  );
  const running: RunningServer = await serve({
    name: 'test',
    address: '127.0.0.1:0',
    implementations,
    meshSecret,
    log,
    auditor: auditor(database.pool),
  });
  const channel: Channel = dial(running.address, meshSecret, 'test');
  return {
    call: (operation: Operation, caller = owner) => {
      const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
      const target = Object.fromEntries(
        names.map((name) => [name, name in ids ? ids[name as keyof typeof ids] : `${name} of the path`]),
      );
      return channel.call(
        rpcOf(operation),
        { ...rpcOf(operation).requestDeserialize(Buffer.alloc(0)), ...target, input: Buffer.from('{}') },
        { caller },
      );
    },
    stop: async () => {
      channel.close();
      await running.stop();
    },
  };
}

/** Answers one operation; `work` is what its handler does. */
async function answering<T>(
  operation: Operation,
  work: Answer,
  use: (call: (caller?: Caller) => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const service = await startAnswering([[operation, work]]);
  return use((caller) => service.call(operation, caller)).finally(service.stop);
}

const { updateProjectServer, createProjectServer, removeBudget, getProject } = allOperations;
const change = (made: AuditedChange) => transaction(database.pool, (tx) => audit(tx, made));

/** The callers of operations that an owner may not call. */
const callers: Partial<Record<Operation['access'], Omit<Caller, 'requestId'>>> = {
  visitor: { visitorHash: 'x' },
  operator: { isOperator: true, keyId: 'operator-1' },
};

test('every write of the API leaves an entry, or is on a list of exceptions with its reason', async () => {
  const writes = Object.entries(allOperations).filter(([, { method }]) => method !== 'GET');
  const service = await startAnswering(writes.map(([, operation]) => [operation, async () => ({})]));
  for (const [name, operation] of writes)
    await service.call(operation, { ...(callers[operation.access] ?? owner), requestId: name });
  await service.stop();
  const written = new Map((await entries()).map((entry) => [entry.requestId, entry]));
  const silent = writes.map(([name]) => name).filter((name) => !written.has(name));
  expect(silent.toSorted()).toEqual(Object.keys(UNWRITTEN).toSorted());
  expect(
    writes
      .filter(([, { access }]) => access === 'public')
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(Object.keys(PUBLIC_WRITES).toSorted());
  for (const [name, entry] of written)
    expect(entry).toMatchObject({
      rpc: rpcOf(allOperations[name]!).path,
      ...(allOperations[name]!.access === 'operator'
        ? { organizationId: INSTALLATION_LOG, keyId: 'operator-1' }
        : { organizationId: 'org_1', userId: 'usr_1', sessionId: 'ses_1' }),
      outcome: 'done',
    });
});

test('what a handler does not say is told by the ids of the path and of the reply', async () => {
  await answering(
    createProjectServer!,
    async () => ({ id: 'srv_1', projectId: 'prj_1', name: 'x' }),
    (call) => call(),
  );
  await answering(
    updateProjectServer!,
    async () => otherwise({ id: 'srv_1', jobId: 'job_1', count: 3 }),
    (call) => call(),
  );
  expect((await entries()).map(({ target, projectId }) => ({ target, projectId }))).toEqual([
    { target: { id: 'srv_1', projectId: 'prj_1' }, projectId: 'prj_1' },
    { target: { serverId: 'serverId of the path', id: 'srv_1', jobId: 'job_1' }, projectId: 'prj_1' },
  ]);
});

test('what a handler says itself is there once, with what was before and after, secrets masked', async () => {
  await answering(
    updateProjectServer!,
    async () => {
      await change({
        target: { serverId: 'srv_1' },
        before: { name: 'a', headers: { 'X-Key': 'hunter2' } },
        after: { name: 'b' },
      });
      return { id: 'srv_1' };
    },
    (call) => call(),
  );
  const [entry, ...others] = await entries();
  expect(others).toEqual([]);
  expect(entry!.target).toEqual({ serverId: 'srv_1' });
  expect([entry!.before, entry!.after]).toEqual([{ name: 'a', headers: { 'X-Key': '[redacted]' } }, { name: 'b' }]);
});

test.each<[string, Answer]>([
  [
    'a change that was rolled back',
    () =>
      transaction(database.pool, async (tx) => {
        await audit(tx, {});
        throw new Error('no');
      }),
  ],
  ['a request that was refused', () => Promise.reject(forbidden('Not you.'))],
  ['a repetition that made nothing new', async () => replayed({ id: 'srv_1' })],
  [
    'a request without a change',
    async () => {
      await transaction(database.pool, (tx) => audit(tx, undefined));
      return { id: 'srv_1' };
    },
  ],
  [
    'a request without a change and without a transaction',
    async () => {
      auditNothing();
      return { id: 'srv_1' };
    },
  ],
  [
    'a request that wrote what was there',
    async () => {
      await change({
        before: { name: 'a', tags: { x: 1, y: 2 }, updatedAt: 1, revision: 1 },
        after: { name: 'a', updatedAt: 2, revision: 2, tags: { y: 2, x: 1 } },
      });
      return { id: 'srv_1' };
    },
  ],
])('%s leaves no entry', async (_, work) => {
  await answering(updateProjectServer!, work, (call) => call().catch(() => undefined));
  expect(await entries()).toEqual([]);
});

test.each<[string, AuditedChange]>([
  ['below the top alone', { before: { limits: { updatedAt: 1 } }, after: { limits: { updatedAt: 2 } } }],
  ['by a field that is gone', { before: { name: 'a', tags: [] }, after: { name: 'a' } }],
  ['by a secret that shows nowhere', { before: { provider: 'openai' }, after: { provider: 'openai' }, isSecret: true }],
  ['by a secret that is masked', { before: { apiKey: 'hunter2' }, after: { apiKey: 'hunter3' } }],
])('what differs %s is a change', async (_, made) => {
  await answering(
    updateProjectServer!,
    async () => {
      await change(made);
      return {};
    },
    (call) => call(),
  );
  expect(await entries()).toHaveLength(1);
});

test('a read leaves no entry', async () => {
  await answering(
    getProject!,
    async () => ({ id: 'prj_1' }),
    (call) => call(),
  );
  expect(await entries()).toEqual([]);
});

test('who is refused what only administrators do leaves an entry', async () => {
  const member: Caller = { ...owner, organizationRole: 'member' };
  await expect(
    answering(
      removeBudget!,
      async () => ({}),
      (call) => call(member),
    ),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(await entries()).toEqual([
    expect.objectContaining({ outcome: 'refused', userId: 'usr_1', target: { budgetId: 'budgetId of the path' } }),
  ]);
});

test('a refusal that the handler writes itself is there once', async () => {
  const refusing = answering(
    removeBudget!,
    async () => {
      await auditor(database.pool)({ target: { budgetId: 'budget_1' }, outcome: 'refused' });
      throw forbidden('Not you.');
    },
    (call) => call(),
  );
  await expect(refusing).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect((await entries()).map(({ outcome, target }) => ({ outcome, target }))).toEqual([
    { outcome: 'refused', target: { budgetId: 'budget_1' } },
  ]);
});

test('several changes are written at once, each into its own log, and what is none is left out', async () => {
  await answering(
    updateProjectServer!,
    async () => {
      await transaction(database.pool, (tx) =>
        audit(tx, { organizationId: 'org_1' }, { organizationId: 'org_2', keyId: 'key_2' }, undefined),
      );
      return {};
    },
    (call) => call(),
  );
  expect((await entries()).map(({ organizationId, keyId }) => `${organizationId} ${keyId}`)).toEqual([
    'org_1 ',
    'org_2 key_2',
  ]);
});

test('a change and the events that tell of it are written in one statement, the events first', async () => {
  await database.pool.query('delete from outbox');
  let statements = 0;
  await answering(
    updateProjectServer!,
    async () => {
      await transaction(database.pool, (tx) => {
        const counting = { query: (...asked: unknown[]) => (statements++, tx.query(asked[0] as string)) } as never;
        const deleted = { projectId: 'prj_1', organizationId: 'org_1', deletedAtMs: 1 };
        return publishWithAudit(counting, { target: { runId: 'run_1' } }, ProjectDeleted, deleted);
      });
      return {};
    },
    (call) => call(),
  );
  const { rows } = await database.pool.query<{ type: string }>('select type from outbox order by id');
  expect(rows.map(({ type }) => type)).toEqual([ProjectDeleted.type, ChangeMade.type]);
  expect(statements).toBe(1);
  expect(await entries()).toMatchObject([{ target: { runId: 'run_1' } }]);
});

test('a target of any length fits into an event', async () => {
  await answering(
    updateProjectServer!,
    async () => {
      await change({ target: { toolName: 'x'.repeat(600_000) } });
      return {};
    },
    (call) => call(),
  );
  expect((await entries())[0]!.target).toEqual({ toolName: 'x'.repeat(256) });
});

test('a change that a service makes by itself has no author', async () => {
  await change({ after: { name: 'x' } });
  expect(await entries()).toEqual([]);
});
