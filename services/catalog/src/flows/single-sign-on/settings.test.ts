import { readEnv, type Env } from '@assay/kit/env';
import { signOnSettings } from './settings.ts';

const read = (env: Env) => readEnv(env, signOnSettings);
const least = { OIDC_ISSUER: 'https://id.example/realms/acme', OIDC_CLIENT_ID: 'assay', OIDC_CLIENT_SECRET: 'hush' };

test('single sign-on is off when nothing is configured', () =>
  expect(read({ OIDC_ISSUER: '', OIDC_CLIENT_ID: '' })).toBeUndefined());

test.each([
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_NAME',
  'OIDC_SCOPES',
  'OIDC_GROUPS_CLAIM',
  'OIDC_GROUP_ROLES',
  'OIDC_DEFAULT_ROLE',
])('%s without an issuer is a fault, and does not fall back to passwords', (name) => {
  expect(() => read({ [name]: name === 'OIDC_DEFAULT_ROLE' ? 'member' : '{}' })).toThrow(
    expect.objectContaining({ faults: expect.arrayContaining(['OIDC_ISSUER is missing']) }),
  );
});

test('the defaults let no new person in', () => {
  expect(read(least)).toEqual({
    issuer: 'https://id.example/realms/acme',
    clientId: 'assay',
    clientSecret: 'hush',
    name: 'single sign-on',
    scope: 'openid email profile',
    groupsClaim: 'groups',
    groupRoles: [],
    defaultRole: undefined,
  });
});

test('the issuer is kept to the letter: a trailing slash makes another issuer', () => {
  expect(read({ ...least, OIDC_ISSUER: 'https://acme.auth.example/' })).toMatchObject({
    issuer: 'https://acme.auth.example/',
  });
});

test('every setting is read', () => {
  const groups = { ops: { role: 'owner' }, '/staff': { role: 'viewer', organization: 'Acme', project: 'Web' } };
  expect(
    read({
      ...least,
      OIDC_NAME: 'Acme ID',
      OIDC_SCOPES: ' openid  email groups ',
      OIDC_GROUPS_CLAIM: 'roles',
      OIDC_DEFAULT_ROLE: 'Member',
      OIDC_GROUP_ROLES: JSON.stringify(groups),
    }),
  ).toMatchObject({
    name: 'Acme ID',
    scope: 'openid email groups',
    groupsClaim: 'roles',
    defaultRole: 'member',
    groupRoles: [
      { group: 'ops', role: 'owner' },
      { group: '/staff', role: 'viewer', organization: 'Acme', project: 'Web' },
    ],
  });
  expect(read({ ...least, OIDC_DEFAULT_ROLE: 'none' })).toMatchObject({ defaultRole: undefined });
});

test('all faults are reported at once, each with its place', () => {
  const groups = { a: { role: 'king' }, b: { role: 'member', tenant: 'x' }, c: {}, d: 'member' };
  expect(() =>
    read({
      OIDC_ISSUER: 'ftp://id.example',
      OIDC_SCOPES: 'email',
      OIDC_DEFAULT_ROLE: 'guest',
      OIDC_GROUP_ROLES: JSON.stringify(groups),
    }),
  ).toThrow(
    expect.objectContaining({
      faults: [
        'OIDC_ISSUER must be an http or https URL without credentials, query and fragment: the address of the provider, as its tokens name it',
        'OIDC_DEFAULT_ROLE is not one of viewer, member, admin, owner, none',
        'OIDC_CLIENT_ID is missing',
        'OIDC_CLIENT_SECRET is missing',
        'OIDC_SCOPES must be scopes with blanks between them, openid among them',
        'OIDC_GROUP_ROLES/a/role must be equal to one of the allowed values: viewer, member, admin, owner',
        'OIDC_GROUP_ROLES/b/tenant is not a known field',
        'OIDC_GROUP_ROLES/c/role is required',
        'OIDC_GROUP_ROLES/d must be object',
      ],
    }),
  );
});

test.each([
  ['no JSON', 'a=b'],
  ['no object', '["a"]'],
])('a mapping that is %s is refused', (_, text) => {
  expect(() => read({ ...least, OIDC_GROUP_ROLES: text })).toThrow('OIDC_GROUP_ROLES');
});

test.each(['https://user:pass@id.example', 'https://id.example?x=1', 'https://id.example#x', 'id.example'])(
  '%s is not an issuer',
  (issuer) => {
    expect(() => read({ ...least, OIDC_ISSUER: issuer })).toThrow('OIDC_ISSUER');
  },
);
