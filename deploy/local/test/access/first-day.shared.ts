import type { Organization } from '@assay/contract/areas/organizations/documents';
import { waitUntil } from '@assay/testkit/until';
import { decidedStatusAfterBound } from './access-decision.ts';
import { Api, type ApiFailure, type ApiPage } from '../support/api.ts';
import { ownerEmail as email, ownerPassword as password } from '../support/installation.ts';
import { sharedInstallation, type SharedInstallation } from '../support/shared-installation.ts';
import { Person } from '../support/person.ts';

interface Key {
  id: string;
  key: string;
  prefix: string;
  name: string;
  lastUsedAt?: number;
  revokedAt?: number;
}

let installation: SharedInstallation;
let owner: Person;
beforeAll(async () => {
  installation = await sharedInstallation();
  owner = new Person(installation.url);
  await owner.signIn(email, password);
});

const status = async (key: string, path = '/me') => (await new Api(installation.url, key).send('GET', path)).status;

test('a person makes a key, uses it, revokes it and sees it refused', async () => {
  expect(await owner.ask('GET', '/me')).toMatchObject({ email });
  const made = await owner.ask<Key>('POST', '/api-keys', { name: 'CI' });
  expect(made).toMatchObject({ name: 'CI', key: expect.stringMatching(/^sk_[0-9A-Za-z]{46}$/) });
  expect(await new Api(installation.url, made.key).ask('GET', '/me')).toMatchObject({ email });

  const listed = async () =>
    (await owner.ask<ApiPage<Key>>('GET', '/api-keys')).items.find(({ id }) => id === made.id)!;
  expect(await listed()).toMatchObject({
    name: 'CI',
    prefix: made.key.slice(0, made.prefix.length),
    lastUsedAt: expect.any(Number),
  });
  expect(JSON.stringify(await owner.ask('GET', '/api-keys'))).not.toContain(made.key.slice(12));

  await owner.ask('DELETE', `/api-keys/${made.id}`);
  const revokedAt = performance.now();
  expect(await decidedStatusAfterBound(revokedAt, () => status(made.key))).toBe(401);
  expect(await listed()).toMatchObject({ revokedAt: expect.any(Number) });
});

test('an API key cannot manage keys', async () => {
  expect(await installation.api.send<ApiFailure>('POST', '/api-keys', { name: 'more' })).toMatchObject({
    status: 403,
    body: { code: 'FORBIDDEN' },
  });
});

test('an invited person joins with the given role, works, and is removed again', async () => {
  const {
    items: [organization],
  } = await owner.ask<ApiPage<Organization>>('GET', '/organizations');
  const home = `/organizations/${organization!.id}`;
  const { url } = await owner.ask<{ url: string }>('POST', `${home}/invitations`, {
    email: 'bob@acme.example',
    role: 'viewer',
  });
  const bob = new Person(installation.url);
  const accepted = await bob.send('POST', `${new URL(url).pathname}/accept`, {
    name: 'Bob',
    password: 'another long passphrase',
  });
  expect(accepted.status).toBe(200);
  expect((await bob.signIn('bob@acme.example', 'another long passphrase')).status).toBe(200);

  const project = `/api/v1/projects/${installation.api.projectId}`;
  const saved = { name: 's', enabled: true, transportType: 'http', url: 'http://127.0.0.1:1/mcp' };
  expect((await bob.send('GET', `${project}/servers`)).status).toBe(200);
  expect(await bob.send('POST', `${project}/servers`, saved)).toMatchObject({
    status: 403,
    body: { code: 'FORBIDDEN' },
  });

  const { id: bobId } = await bob.ask<{ id: string }>('GET', '/me');
  await owner.ask('PATCH', `${home}/members/${bobId}`, { role: 'member' });
  await waitUntil(async () => (await bob.send('POST', `${project}/servers`, saved)).status === 201);
  const { key } = await bob.ask<Key>('POST', '/api-keys', { name: "Bob's" });
  expect(await status(key, `/projects/${installation.api.projectId}`)).toBe(200);

  await owner.ask('DELETE', `${home}/members/${bobId}`);
  await waitUntil(async () => (await status(key)) === 401 && (await bob.send('GET', project)).status === 403);
});

test('a person who signs out is out, and a cookie alone writes nothing', async () => {
  const other = new Person(installation.url);
  await other.signIn(email, password);
  const forged = await other.send('POST', '/auth/sign-out', {}, { 'x-csrf-token': 'another' });
  expect(forged).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect((await other.send('POST', '/auth/sign-out', {})).status).toBe(200);
  expect((await other.send('GET', '/api/v1/me')).status).toBe(401);
});
