import { startSessionServer, type SessionServer } from '@assay/testkit/mcp-servers/session-server';
import { waitUntil } from '@assay/testkit/until';
import { callOf, assertStep, toolCall, type Api, answerOf } from '../support/api.ts';
import { sharedInstallation, type SharedInstallation } from '../support/shared-installation.ts';

let installation: SharedInstallation;
let api: Api;
let server: SessionServer;
beforeAll(async () => {
  [installation, server] = await Promise.all([sharedInstallation(), startSessionServer()]);
  ({ api } = installation);
});
afterAll(() => server.stop());

let count = 0;
/** A server with a header that refers to a new secret. */
async function bound(value: string): Promise<{ serverId: string; secretId: string; name: string }> {
  const name = `sessions ${++count}`;
  const { id: secretId } = await api.assay.createSecret({ projectId: api.projectId }, { name, value });
  const headers = { authorization: { secretId, prefix: 'Bearer ' } };
  return { serverId: await api.saveServer(name, server.url, { headers }), secretId, name };
}
const rotate = (secretId: string, value: string) =>
  api.assay.updateSecret({ projectId: api.projectId, secretId }, { value });
/** The header of the calls since the last question. */
const received = () => [
  ...new Set(
    server.seen
      .splice(0)
      .filter(({ message }) => message.method === 'tools/call')
      .map(({ headers }) => headers.authorization),
  ),
];

test('the call after a rotation sends the new value, in a session of its own', async () => {
  const { serverId, secretId } = await bound('value-of-january');
  const call = async () =>
    (await callOf<{ content: { text: string }[] }>(api, serverId, 'where')).body.content[0]!.text;
  const session = await call();
  expect([await call(), received()]).toEqual([session, ['Bearer value-of-january']]);
  await rotate(secretId, 'value-of-february');
  expect(await call()).not.toBe(session);
  expect(received()).toEqual(['Bearer value-of-february']);
  await waitUntil(() => server.ended.includes(session));
});

test('the run after a rotation sends the new value, which no trace shows', async () => {
  const { serverId, secretId, name } = await bound('value-of-march');
  const steps = [
    toolCall('call', name, 'where'),
    assertStep('said', { type: 'toolResultContains', needle: 'session' }),
  ];
  const { suiteId } = await api.assay.createEvalSuite(
    { projectId: api.projectId },
    {
      name,
      serverIds: [serverId],
      tests: [{ title: 't', steps }],
    },
  );
  const run = async () => {
    const runId = await api.startRun({ suiteId });
    expect(await api.finishedRun(runId)).toMatchObject({ result: 'passed' });
    const [iteration] = await api.iterations(runId);
    expect(JSON.stringify(await api.trace(runId, iteration!.id))).not.toContain('value-of-');
    return received();
  };
  expect(await run()).toEqual(['Bearer value-of-march']);
  await rotate(secretId, 'value-of-april');
  expect(await run()).toEqual(['Bearer value-of-april']);
});

test('a secret says which servers use it, and cannot be deleted before they are', async () => {
  const { serverId, secretId, name } = await bound('value-of-may');
  expect(await api.assay.getSecret({ projectId: api.projectId, secretId })).toMatchObject({
    usedBy: { servers: [{ id: serverId, name, headerNames: ['authorization'], envNames: [] }] },
  });
  expect(await answerOf(api.assay.deleteSecret.withResponse({ projectId: api.projectId, secretId }))).toMatchObject({
    status: 409,
    body: { code: 'CONFLICT', details: { reason: 'SECRET_IN_USE', servers: [{ id: serverId, name }] } },
  });
  await api.assay.deleteProjectServer({ projectId: api.projectId, serverId });
  expect(await api.assay.deleteSecret({ projectId: api.projectId, secretId })).toEqual({ id: secretId, deleted: true });
});
