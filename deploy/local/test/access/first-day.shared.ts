import { waitUntil } from '@assay/testkit/until';
import { decidedStatusAfterBound } from './access-decision.ts';
import { Api, answerOf } from '../support/api.ts';
import { ownerEmail as email, ownerPassword as password } from '../support/installation.ts';
import { sharedInstallation, type SharedInstallation } from '../support/shared-installation.ts';
import { Person } from '../support/person.ts';

let installation: SharedInstallation;
let owner: Person;
beforeAll(async () => {
  installation = await sharedInstallation();
  owner = new Person(installation.url);
  await owner.signIn(email, password);
});

const status = async (key: string, path = '/me') =>
  (await new Api(installation.url, key).fetch(`/api/v1${path}`)).status;

test('a person makes a key, uses it, revokes it and sees it refused', async () => {
  expect(await owner.assay.getMe()).toMatchObject({ email });
  const made = await owner.assay.createApiKey({ name: 'CI' });
  expect(made).toMatchObject({ name: 'CI', key: expect.stringMatching(/^sk_[0-9A-Za-z]{46}$/) });
  expect(await new Api(installation.url, made.key).assay.getMe()).toMatchObject({ email });

  const listed = async () => (await owner.assay.listApiKeys()).items.find(({ id }) => id === made.id)!;
  expect(await listed()).toMatchObject({
    name: 'CI',
    prefix: made.key.slice(0, made.prefix.length),
    lastUsedAt: expect.any(Number),
  });
  expect(JSON.stringify(await owner.assay.listApiKeys())).not.toContain(made.key.slice(12));

  await owner.assay.revokeApiKey({ keyId: made.id });
  const revokedAt = performance.now();
  expect(await decidedStatusAfterBound(revokedAt, () => status(made.key))).toBe(401);
  expect(await listed()).toMatchObject({ revokedAt: expect.any(Number) });
});

test('an API key cannot manage keys', async () => {
  expect(await answerOf(installation.api.assay.createApiKey.withResponse({ name: 'more' }))).toMatchObject({
    status: 403,
    body: { code: 'FORBIDDEN' },
  });
});

test('an invited person joins with the given role, works, and is removed again', async () => {
  const {
    items: [organization],
  } = await owner.assay.listOrganizations();
  const { url } = await owner.assay.createInvitation(
    { organizationId: organization!.id },
    {
      email: 'bob@acme.example',
      role: 'viewer',
    },
  );
  const bob = new Person(installation.url);
  const token = new URL(url).pathname.split('/').at(-1)!;
  await bob.assay.acceptInvitation({ token }, { name: 'Bob', password: 'another long passphrase' });
  expect((await bob.signIn('bob@acme.example', 'another long passphrase')).status).toBe(200);

  const saved = { name: 's', enabled: true, transportType: 'http', url: 'http://127.0.0.1:1/mcp' } as const;
  expect(
    (await answerOf(bob.assay.listProjectServers.withResponse({ projectId: installation.api.projectId }))).status,
  ).toBe(200);
  expect(
    await answerOf(bob.assay.createProjectServer.withResponse({ projectId: installation.api.projectId }, saved)),
  ).toMatchObject({
    status: 403,
    body: { code: 'FORBIDDEN' },
  });

  const { id: bobId } = await bob.assay.getMe();
  await owner.assay.changeMember({ organizationId: organization!.id, userId: bobId }, { role: 'member' });
  await waitUntil(
    async () =>
      (await answerOf(bob.assay.createProjectServer.withResponse({ projectId: installation.api.projectId }, saved)))
        .status === 201,
  );
  const { key } = await bob.assay.createApiKey({ name: "Bob's" });
  expect(await status(key, `/projects/${installation.api.projectId}`)).toBe(200);

  await owner.assay.removeMember({ organizationId: organization!.id, userId: bobId });
  await waitUntil(
    async () =>
      (await status(key)) === 401 &&
      (await answerOf(bob.assay.getProject.withResponse({ projectId: installation.api.projectId }))).status === 403,
  );
});

test('a person who signs out is out, and a cookie alone writes nothing', async () => {
  const other = new Person(installation.url);
  await other.signIn(email, password);
  const forged = await other.visit('/auth/sign-out', { method: 'POST', headers: { 'x-csrf-token': 'another' } });
  expect([forged.status, await forged.json()]).toMatchObject([403, { code: 'FORBIDDEN' }]);
  expect((await answerOf(other.assay.signOut.withResponse())).status).toBe(200);
  expect((await answerOf(other.assay.getMe.withResponse())).status).toBe(401);
});
