import {
  assertAccess,
  roleIncludes,
  isFeatureShut,
  roles,
  scopeOf,
  type AccessRule,
  type CallerAccess,
} from './access.ts';
import type { Problem } from './problem.ts';

const key: CallerAccess = {
  userId: 'usr_1',
  keyId: 'key_1',
  organizationId: 'org_1',
  organizationRole: 'admin',
  projectId: 'prj_1',
  role: 'member',
  features: ['swarms'],
};
const { keyId: _none, ...signedIn } = key;
const person: CallerAccess = { ...signedIn, sessionId: 'ses_1' };
const without = (name: keyof CallerAccess): CallerAccess =>
  Object.fromEntries(Object.entries(key).filter(([each]) => each !== name));
const nowhere: CallerAccess = { userId: 'usr_1', sessionId: 'ses_1', features: [] };
const visitor: CallerAccess = { visitorHash: 'aGFzaA==' };
const [project, organization, neither] = [{ projectId: 'prj_1' }, { organizationId: 'org_1' }, {}];
const rule = (access: AccessRule['access'], more: Partial<AccessRule> = {}): AccessRule => ({
  access,
  method: 'POST',
  ...more,
});

function codeOf(asked: () => void): string | undefined {
  try {
    asked();
    return undefined;
  } catch (error) {
    return (error as Problem).code;
  }
}

test.each<[string, AccessRule, CallerAccess, object, string | undefined]>([
  ['no caller, where the operation is public', rule('public'), {}, neither, undefined],
  ['a visitor, where one is meant', rule('visitor'), visitor, neither, undefined],
  ['no caller, where a visitor is meant', rule('visitor'), {}, neither, 'UNAUTHORIZED'],
  ['a key, where a visitor is meant', rule('visitor'), key, neither, 'UNAUTHORIZED'],
  ['a person, where a visitor is meant', rule('visitor'), person, neither, 'UNAUTHORIZED'],
  ['a key that is said to visit', rule('visitor'), { ...key, ...visitor }, neither, 'UNAUTHORIZED'],
  ['a visitor, where a key is needed', rule('key'), visitor, neither, 'UNAUTHORIZED'],
  ['a visitor, where a person is meant', rule('person'), visitor, neither, 'UNAUTHORIZED'],
  ['a visitor, in a project', rule('viewer'), visitor, project, 'UNAUTHORIZED'],
  ['a visitor, in an organization', rule('viewer'), visitor, organization, 'UNAUTHORIZED'],
  ['no caller, where a key is needed', rule('key'), {}, neither, 'UNAUTHORIZED'],
  ['a service that acts for no caller', rule('viewer'), {}, project, 'UNAUTHORIZED'],
  ['a key', rule('key'), key, neither, undefined],
  ['a person without an organization, as themselves', rule('key'), nowhere, neither, undefined],
  ['a key, where a person is meant', rule('person'), key, neither, 'FORBIDDEN'],
  ['a person', rule('person'), person, neither, undefined],
  ['a person who belongs nowhere', rule('person'), nowhere, neither, undefined],
  [
    'a key of the right role, where a person is meant',
    rule('admin', { personal: true }),
    key,
    organization,
    'FORBIDDEN',
  ],
  ['a person of the right role', rule('admin', { personal: true }), person, organization, undefined],

  ['the role in the project', rule('member'), key, project, undefined],
  ['a role in the organization that is none in the project', rule('admin'), key, project, 'FORBIDDEN'],
  ['another project than was authorized', rule('viewer'), key, { projectId: 'prj_2' }, 'NOT_FOUND'],
  ['no role in the project', rule('viewer'), without('role'), project, 'NOT_FOUND'],
  ['no project that was authorized', rule('viewer'), without('projectId'), project, 'NOT_FOUND'],

  ['the role in the organization', rule('admin'), key, organization, undefined],
  ['too small a role in it', rule('owner'), key, organization, 'FORBIDDEN'],
  ['another organization', rule('viewer'), key, { organizationId: 'org_2' }, 'NOT_FOUND'],
  ['no role in it', rule('viewer'), without('organizationRole'), organization, 'NOT_FOUND'],
  ['the organization that the caller acts in', rule('admin'), key, neither, undefined],
  ['a person without an organization, in a project', rule('viewer'), nowhere, project, 'FORBIDDEN'],
  ['a person without an organization, in an organization', rule('viewer'), nowhere, organization, 'FORBIDDEN'],

  ['a feature that is on', rule('member', { gate: 'swarms' }), key, project, undefined],
  ['a write of one that is off', rule('member', { gate: 'userTesting' }), key, project, 'FORBIDDEN'],
  [
    'a read of one that is off, which finds nothing',
    rule('viewer', { gate: 'userTesting', method: 'GET' }),
    key,
    project,
    undefined,
  ],
  [
    'a feature that is off, to a caller without the role',
    rule('admin', { gate: 'userTesting' }),
    key,
    project,
    'FORBIDDEN',
  ],
])('%s: %#', (_, needed, caller, target, code) => {
  expect(codeOf(() => assertAccess(needed, caller, target))).toBe(code);
});

test('a refusal names the feature that is off in its message and in its details', () => {
  expect(() => assertAccess(rule('member', { gate: 'userTesting' }), key, project)).toThrow(
    expect.objectContaining({
      message: 'User testing is switched off for this organization.',
      details: { feature: 'userTesting' },
    }) as Error,
  );
});

test('a feature is shut to a caller without it and to a request without a caller', () => {
  const gated = rule('viewer', { gate: 'swarms', method: 'GET' });
  expect([
    isFeatureShut(gated, key),
    isFeatureShut(gated, { ...key, features: [] }),
    isFeatureShut(gated, {}),
    isFeatureShut(rule('viewer'), {}),
  ]).toEqual([false, true, true, false]);
});

test('a role includes itself and the roles before it', () => {
  expect(roles.map((role) => roles.filter((needed) => roleIncludes(role, needed)).length)).toEqual([1, 2, 3, 4]);
  expect(roleIncludes(undefined, 'viewer')).toBe(false);
});

test.each<[string, Partial<AccessRule>, string]>([
  ['a read', { method: 'GET' }, 'read'],
  ['a question that changes nothing', { safe: true }, 'read'],
  ['a launch', { brake: 'launches' }, 'launch'],
  ['a request that a model answers', { brake: 'insights' }, 'launch'],
  ['an invitation', { brake: 'invitations' }, 'write'],
  ['an effect outside', { hasEffect: true }, 'launch'],
  ['a cancellation', { tool: { proposed: { kind: 'cancel' } } }, 'launch'],
  ['a case that a schedule may run', { tool: { proposed: { kind: 'schedule' } } }, 'write'],
  ['a change', { method: 'PATCH' }, 'write'],
  ['an operation that declares its scope', { scope: 'launch' }, 'launch'],
])('the scope of %s is %s', (_, more, scope) => expect(scopeOf(rule('member', more))).toBe(scope));

describe('an application', () => {
  const reader: CallerAccess = { ...key, scopes: ['read'] };
  test('reaches what its person reaches, within its scopes', () => {
    expect(codeOf(() => assertAccess(rule('member', { method: 'GET' }), reader, project))).toBeUndefined();
    expect(codeOf(() => assertAccess(rule('member'), reader, project))).toBe('FORBIDDEN');
    expect(codeOf(() => assertAccess(rule('owner', { method: 'GET' }), reader, project))).toBe('FORBIDDEN');
  });

  test('reaches what is for people in person only as the command line', () => {
    const scopes = ['read', 'launch', 'write'] as const;
    expect(codeOf(() => assertAccess(rule('person'), { ...key, scopes }, neither))).toBe('FORBIDDEN');
    expect(codeOf(() => assertAccess(rule('person'), { ...person, scopes }, neither))).toBeUndefined();
    expect(codeOf(() => assertAccess(rule('person'), { ...person, scopes: ['read'] }, neither))).toBe('FORBIDDEN');
  });
});
