import { isWrite } from '@assay/contract/access';
import type { AuditEntry } from '@assay/contract/areas/audit-log/documents';
import { allOperations } from '@assay/contract/operations';
import { serviceSchemas } from '@assay/database/schemas';
import { ChangeMade } from '@assay/mesh/events';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { startModelEndpoint, type ModelEndpoint, type ModelReply } from '@assay/testkit/model-endpoint/model-endpoint';
import { registryEntry, startRegistry } from '@assay/testkit/registry-directory';
import { waitUntil } from '@assay/testkit/until';
import { answerOf } from '../support/api.ts';
import { writeBundles } from './audited-bundles.ts';
import {
  PLAIN_ARGUMENT,
  writeInstalls,
  writeOrganization,
  writeProject,
  writeSecrets,
  writeServers,
} from './audited-catalog.ts';
import { writeChats } from './audited-chats.ts';
import { writeClients } from './audited-clients.ts';
import {
  writeConnections,
  writeDirectoryRuns,
  writeJudgements,
  writeReportedConformance,
  writeTunnel,
} from './audited-diagnostics.ts';
import { writeEnvironments, writeImages } from './audited-environments.ts';
import { writeFounding, writeKeys, writeMembers, writeSessions } from './audited-people.ts';
import { writeLabs, writeLaunches, writeReportedRuns, writeRuns } from './audited-runs.ts';
import { writeAuthoring, writeCancelledAuthoring, writeSuites } from './audited-suites.ts';
import { writeStudies } from './audited-studies.ts';
import { writeSwarms } from './audited-swarms.ts';
import { secretOf, AuditedWrites } from './audited-writes.ts';
import { placesOf } from './text-places.ts';
import { NOT_MADE } from './unmade-writes.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { Person } from '../support/person.ts';

const [email, password, modelKey] = ['owner@acme.example', secretOf('owner'), secretOf('model')];

let installation: Installation;
let everything: McpServerProcess;
let directory: Awaited<ReturnType<typeof startRegistry>>;
let model: ModelEndpoint;
let answer: ModelReply;
let organizationId: string;
let writes: AuditedWrites;

const thinks = (cases: object[] | 'hang') => {
  answer =
    cases === 'hang' ? { fault: 'hang' } : { text: JSON.stringify({ cases }), usage: { input: 100, output: 50 } };
};

beforeAll(async () => {
  model = await startModelEndpoint(() => answer);
  directory = await startRegistry([
    registryEntry('com.example/listed', '1.0.0', {
      remotes: [{ type: 'streamable-http', url: 'https://listed.example/mcp' }],
    }),
  ]);
  [installation, everything] = await Promise.all([
    startInstallation({
      ASSAY_INIT_OWNER_EMAIL: email,
      ASSAY_INIT_OWNER_PASSWORD: password,
      REGISTRY_SOURCES: `played=${directory.origin}`,
      MAX_CONCURRENT_RUNS: '10',
      AUTHORING_MODEL: 'openai/scribe',
      PERSONA_MODEL: 'openai/scribe',
      HOSTED_MODELS: '[{"id":"openai/scribe"}]',
      OPENAI_API_KEY: modelKey,
      OPENAI_BASE_URL: model.openaiUrl,
    }),
    sharedEverythingServer({ transport: 'streamableHttp' }),
  ]);
  const { api, url, sql } = installation;
  organizationId = (await api.assay.listOrganizations()).items[0]!.id;
  const [owner, founder] = [new Person(url), new Person(url)];
  for (const each of [owner, founder]) await each.signIn(email, password);
  writes = new AuditedWrites(api);
  writes.secrets.push(password, modelKey, installation.apiKey);
  writes.expect('signIn', { actor: { email, sessionId: expect.any(String) }, after: { method: 'password' } });
  await writeProject(writes);
  const serverId = await writeServers(writes, everything.url);
  await writeSecrets(writes);
  await writeClients(writes, serverId);
  await writeEnvironments(writes, serverId);
  await writeImages(writes);
  const outOfReach = await api.saveServer('out of reach', 'https://mcp.example/mcp', { runnerLabels: ['nowhere'] });
  await writeChats(writes, outOfReach, sql);
  await writeStudies(writes, serverId, sql);
  const drafts = (document: object) => {
    answer = { text: JSON.stringify(document) };
  };
  await writeSwarms(writes, { serverId, outOfReach }, drafts, sql);
  await writeInstalls(writes);
  await writeBundles(writes);
  await writeTunnel(writes);
  await writeDirectoryRuns(writes, outOfReach);
  await writeReportedConformance(writes, serverId);
  await writeJudgements(writes, serverId);
  await writeConnections(writes, everything.url, sql);
  const suiteId = await writeSuites(writes, serverId);
  thinks([]);
  await writeRuns(writes, suiteId);
  await writeLaunches(writes, serverId, outOfReach);
  await writeLabs(writes, serverId);
  await writeReportedRuns(writes);
  await writeAuthoring(writes, suiteId, thinks);
  await writeCancelledAuthoring(writes, suiteId, thinks, sql);
  await writeOrganization(writes, organizationId);
  const bob = await writeMembers(writes, url, owner, organizationId);
  await writeKeys(writes, owner, bob, organizationId);
  await writeSessions(writes, url, owner, organizationId, bob);
  await writeFounding(writes, url, founder);
}, 120_000);
afterAll(async () => {
  await installation.stop();
  await Promise.all([everything.stop(), model.stop(), directory.stop()]);
});

/** Every entry of the log, once the entries of all writes have arrived. */
const log = () =>
  waitUntil(async () => {
    const waiting = await Promise.all(
      serviceSchemas.map(({ name }) =>
        installation.sql(`select from ${name}.outbox where topic = '${ChangeMade.topic}'`),
      ),
    );
    const [behind] = await installation.sql<{ lag: number }>(
      `select (head - position)::int as lag from bus.positions join bus.topics on topic = name where group_name = 'catalog' and topic = '${ChangeMade.topic}'`,
    );
    return waiting.flat().length === 0 && behind?.lag === 0 && entries();
  });

/** Every entry that the owner reads, and entries of deleted organizations, which no caller can read. */
async function entries(): Promise<AuditEntry[]> {
  const found = await installation.sql<AuditEntry>(`
    select operation, outcome, target, before, after, project_id as "projectId", request_id as "requestId", json_build_object('userId', user_id) as actor
    from audit.audit_log where organization_id not in (select id from catalog.organizations where deleted_at is null)`);
  for await (const entry of installation.api.assay.listAuditLog.all({ organizationId }, { limit: 200 }))
    found.push(entry);
  return found;
}

/** The holder of a link is not known; the entry names the maker of the link. */
const BY_LINK = ['resetPassword', 'submitPasswordReset'];

test('every write of the API is made, except a listed few', () => {
  const all = Object.entries(allOperations)
    .filter(([, operation]) => isWrite(operation))
    .map(([name]) => name);
  const made = new Set(writes.made.map(({ operation }) => operation));
  expect(all.filter((name) => !made.has(name)).toSorted()).toEqual(Object.keys(NOT_MADE).toSorted());
});

test('every kind of write has an entry with actor, target, before and after', async () => {
  const found = await log();
  const missing = writes.made.filter(
    ({ operation, entry }) => !found.some((each) => each.operation === operation && matches(each, entry)),
  );
  expect(
    missing.map(({ operation, entry }) => ({
      operation,
      wanted: entry,
      found: found.filter((each) => each.operation === operation),
    })),
  ).toEqual([]);
  const ofNobody = found.filter(({ actor }) => typeof actor.userId !== 'string').map(({ operation }) => operation);
  expect([...new Set(ofNobody)].toSorted()).toEqual(BY_LINK);
  expect(found.filter(({ requestId }) => requestId === '')).toEqual([]);
});

test('an id that a client sent is told apart from the ids of requests', async () => {
  const requestId = 'req_01jzzzzzzzzzzzzzzzzzzzzzzz';
  const { headers } = await fetch(`${installation.url}/api/v1/projects/${installation.api.projectId}/servers`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${installation.apiKey}`,
      'content-type': 'application/json',
      'x-request-id': requestId,
    },
    body: JSON.stringify({ name: 'told apart', enabled: true, transportType: 'http', url: 'https://apart.example' }),
  });
  expect(headers.get('x-request-id')).toBe(requestId);
  const found = await log();
  expect(found.filter((entry) => entry.requestId.endsWith(requestId))).toMatchObject([
    { requestId: `client:${requestId}`, operation: 'createProjectServer' },
  ]);
});

test('the entry of a write has the request id of its answer', async () => {
  const { requestId } = await answerOf(
    installation.api.assay.createProjectServer.withResponse(
      { projectId: installation.api.projectId },
      {
        name: 'named',
        enabled: true,
        transportType: 'http',
        url: 'https://named.example',
      },
    ),
  );
  const found = await log();
  expect(found.filter((entry) => entry.requestId === requestId)).toMatchObject([
    {
      operation: 'createProjectServer',
      after: { name: 'named' },
      actor: { email, keyPrefix: installation.apiKey.slice(0, 8) },
    },
  ]);
});

test("a key's attempt at an operation for people is recorded as refused", async () => {
  expect((await answerOf(installation.api.assay.createApiKey.withResponse({ name: 'more' }))).status).toBe(403);
  const refused = await waitUntil(async () => (await log()).find(({ outcome }) => outcome === 'refused'));
  expect(refused).toMatchObject({ operation: 'createApiKey', actor: { email, keyId: expect.any(String) } });
});

test('the export consists of lines of JSON', async () => {
  const response = await fetch(`${installation.url}/api/v1/organizations/${organizationId}/audit-log/export`, {
    headers: { authorization: `Bearer ${installation.apiKey}` },
  });
  expect(response.headers.get('content-type')).toMatch(/^application\/x-ndjson/);
  const lines = (await response.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as AuditEntry);
  expect(lines.map(({ id }) => id)).toEqual(expect.arrayContaining((await log()).slice(-5).map(({ id }) => id)));
});

test('no secret of a request is stored in plain text in the database', async () => {
  await log();
  const { sql } = installation;
  expect(await placesOf(sql, ['checks the basics'])).toEqual(
    expect.arrayContaining(['audit.audit_log|after', 'bus.messages|value']),
  );
  expect(await placesOf(sql, writes.secrets)).toEqual([]);
  expect(await placesOf(sql, [PLAIN_ARGUMENT])).toEqual(['diagnostics.tool_calls|arguments']);
});

/** Whether an entry contains the wanted fields. */
function matches(entry: AuditEntry, wanted: object): boolean {
  try {
    expect(entry).toMatchObject(wanted);
    return true;
  } catch {
    return false;
  }
}
