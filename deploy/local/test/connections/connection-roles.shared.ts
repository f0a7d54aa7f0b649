import type { ServerConnection } from '@assay/contract/areas/server-connections/documents';
import { startAuthorizationServer, type AuthorizationServer } from '@assay/testkit/identity/authorization-server';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { startProtectedServer, type ProtectedServer } from '@assay/testkit/mcp-servers/protected-server';
import { comeBack, goOn, openPage } from './hand-off-page.ts';
import { headersOf, Principals, type Credential, type PersonCredentials } from '../support/principals.ts';
import { sharedInstallation, type SharedInstallation } from '../support/shared-installation.ts';

let installation: SharedInstallation;
let principals: Principals;
let everything: McpServerProcess;
let authorization: AuthorizationServer;
let guarded: ProtectedServer;
let place: { organizationId: string; projectId: string };
let people: Record<'viewer' | 'member', PersonCredentials>;
beforeAll(async () => {
  [installation, everything, authorization] = await Promise.all([
    sharedInstallation(),
    sharedEverythingServer({ transport: 'streamableHttp' }),
    startAuthorizationServer({ lifetime: 60 }),
  ]);
  guarded = await startProtectedServer(authorization);
  principals = new Principals(installation);
  const organizationId = await principals.organization();
  place = { organizationId, projectId: await principals.project(organizationId) };
  people = await principals.onePerRole(organizationId);
});
afterAll(async () => {
  await principals.stop();
  await Promise.all([everything, guarded, authorization].map((each) => each.stop()));
});

async function send(credential: Credential, method: string, path: string, body?: object) {
  const response = await fetch(`${installation.url}/api/v1${path}`, {
    method,
    headers: headersOf(credential, installation.runnerEnv.MESH_SECRET!),
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as ServerConnection & { code: string } };
}
const kept = async () => (await installation.pool.query('select from diagnostics.connections')).rowCount;

test.each<[string, (who: PersonCredentials) => Credential]>([
  ['a key', ({ key }) => ({ key })],
  ['a session', ({ session }) => ({ session })],
])('a member who may save servers may connect one with %s; a viewer only sees it', async (_, by) => {
  for (const body of [{ projectId: place.projectId }, {}]) {
    expect(
      await send(by(people.member), 'POST', '/server-connections', { url: everything.url, ...body }),
    ).toMatchObject({ status: 201, body: { status: 'ready', projectId: place.projectId } });
  }
  const {
    body: { connectionRequestId: id },
  } = await send(by(people.member), 'POST', '/server-connections', { url: everything.url });
  const before = await kept();
  for (const body of [{ projectId: place.projectId }, {}]) {
    expect(
      await send(by(people.viewer), 'POST', '/server-connections', { url: everything.url, ...body }),
    ).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  }
  expect(await kept()).toBe(before);
  expect(await send(by(people.viewer), 'GET', `/server-connections/${id}`)).toMatchObject({
    status: 200,
    body: { status: 'ready' },
  });
  for (const act of ['cancel', 'retry-validation'])
    expect(await send(by(people.viewer), 'POST', `/server-connections/${id}/${act}`, {})).toMatchObject({
      status: 403,
    });
});

test('a viewer of the organization can connect where they are a member of the project', async () => {
  const raised = await principals.person(place.organizationId, 'viewer');
  await principals.change(
    `insert into project_members (project_id, organization_id, user_id, role) values ($1, $2, $3, 'member')`,
    [place.projectId, place.organizationId, raised.userId],
  );
  expect(await send({ key: raised.key }, 'POST', '/server-connections', { url: everything.url })).toMatchObject({
    status: 201,
    body: { projectId: place.projectId },
  });
});

test('a person without an organization cannot connect a server', async () => {
  const gone = await principals.person(place.organizationId, 'member');
  await principals.change('delete from memberships where user_id = $1', [gone.userId]);
  expect(await send({ session: gone.session }, 'POST', '/server-connections', { url: everything.url })).toMatchObject({
    status: 403,
    body: { code: 'FORBIDDEN' },
  });
});

/** The address of the installation for an address under its public URL. */
const here = (url: URL | string) => String(url).replace('http://127.0.0.1:4000', installation.url);

test('the hand-off is shown to members who may save servers, or to the maker before a project', async () => {
  const { viewer, member } = people;
  const { body: waiting } = await send({ key: member.key }, 'POST', '/server-connections', {
    url: guarded.url,
    projectId: place.projectId,
  });
  expect(waiting).toMatchObject({ status: 'awaiting_authorization', handoffUrl: expect.any(String) as string });
  const path = `/server-connections/${waiting.connectionRequestId}`;
  const other = await principals.person(place.organizationId, 'member');
  expect((await send({ key: other.key }, 'GET', path)).body).toHaveProperty('handoffUrl');
  const { status, body } = await send({ key: viewer.key }, 'GET', path);
  expect([status, body.status]).toEqual([200, 'awaiting_authorization']);
  expect(body).not.toHaveProperty('handoffUrl');

  await principals.project(place.organizationId);
  const { body: asking } = await send({ key: member.key }, 'POST', '/server-connections', { url: everything.url });
  expect(asking.status).toBe('awaiting_project');
  for (const [who, answer] of [
    [member, 200],
    [other, 404],
    [viewer, 404],
  ] as const)
    expect((await send({ key: who.key }, 'GET', `/server-connections/${asking.connectionRequestId}`)).status).toBe(
      answer,
    );
  expect(
    (await send({ key: other.key }, 'POST', `/server-connections/${asking.connectionRequestId}/cancel`, {})).status,
  ).toBe(404);
});

test.each<[string, (who: PersonCredentials) => Credential, (who: PersonCredentials) => Promise<void>]>([
  ['the key that asked was revoked', ({ key }) => ({ key }), (who) => principals.revoke(who)],
  [
    'the session that asked has ended',
    ({ session }) => ({ session }),
    ({ userId }) => principals.change('delete from sessions where user_id = $1', [userId]),
  ],
])('when %s, the page leads no further, and a person on the way back saves nothing', async (_, by, end) => {
  const who = await principals.person(place.organizationId, 'member');
  const projectId = await principals.project(place.organizationId);
  const begin = async () =>
    here((await send(by(who), 'POST', '/server-connections', { url: guarded.url, projectId })).body.handoffUrl!);
  const [asked, opened, left] = [await begin(), await begin(), await begin()];
  const [form, out] = [await openPage(opened), await openPage(left)];
  const back = await authorization.browse((await goOn(left, out.token, out.cookie)).link);
  await end(who);

  expect((await openPage(asked)).page).toContain('Not connected');
  expect((await goOn(opened, form.token, form.cookie)).page).toContain('Not connected');
  expect(await comeBack(here(back), out.cookie)).toContain('Not connected');
  expect(
    (await installation.pool.query('select from catalog.servers where project_id = $1', [projectId])).rowCount,
  ).toBe(0);
  expect(
    (await installation.pool.query('select from diagnostics.oauth_grants where project_id = $1', [projectId])).rowCount,
  ).toBe(0);
});
