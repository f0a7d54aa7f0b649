import { areGroupsElsewhere, personIn, hasAllClaims, type OpenIdClaims } from './openid-person.ts';

const claims = {
  iss: 'https://id.example',
  sub: 's-1',
  email: 'Ada@Acme.example',
  email_verified: true,
  name: 'Ada',
  groups: ['admins'],
};
const ada = {
  issuer: 'https://id.example',
  subject: 's-1',
  email: 'ada@acme.example',
  emailIs: 'verified',
  name: 'Ada',
  groups: ['admins'],
};
const nameless = { issuer: 'https://id.example', subject: 's-1' };

test.each<[string, OpenIdClaims, unknown]>([
  ['all claims', {}, ada],
  [
    'an address is not verified when the claim is missing',
    { email_verified: undefined },
    { ...ada, emailIs: 'untold' },
  ],
  ['an address is not verified by a text', { email_verified: 'true' }, { ...ada, emailIs: 'untold' }],
  ['an address is denied when the claim is false', { email_verified: false }, { ...ada, emailIs: 'denied' }],
  ['an address is denied when the claim is the text false', { email_verified: 'false' }, { ...ada, emailIs: 'denied' }],
  ['a name on one line', { name: ' Ada\n\tL. \0' }, { ...ada, name: 'Ada L.' }],
  ['a name without a direction override', { name: 'Ada\u202e.L' }, { ...ada, name: 'Ada .L' }],
  [
    'a name is clipped between characters, not within one',
    { name: '🎈'.repeat(300) },
    { ...ada, name: '🎈'.repeat(200) },
  ],
  ['the user name where there is no other', { name: ' ', preferred_username: 'ada.l' }, { ...ada, name: 'ada.l' }],
  ['the address where there is no name', { name: 7 }, { ...ada, name: 'Ada' }],
  [
    'a name from the address, composed',
    { name: 7, email: 'Jose\u0301@acme.example' },
    { ...ada, name: 'José', email: 'josé@acme.example' },
  ],
  ['one group without a list', { groups: 'admins' }, { ...ada }],
  ['no groups', { groups: undefined }, { ...ada, groups: [] }],
  ['groups that are no texts', { groups: ['a', 7] }, 'malformed'],
  ['groups that are no list', { groups: { a: 1 } }, 'malformed'],
  ['no address', { email: undefined }, nameless],
  ['an empty address', { email: '' }, nameless],
  ['an address that is none', { email: 'ada' }, 'malformed'],
  ['an address with a line break', { email: 'a@b\nc' }, 'malformed'],
  ['an address with an invisible character', { email: 'ad\u200ba@acme.example' }, 'malformed'],
  ['an address with a mark of format', { email: 'ada@\u0600acme.example' }, 'malformed'],
  ['an address with a control character', { email: 'ad\u0085a@acme.example' }, 'malformed'],
  ['an address that is not text', { email: 7 }, 'malformed'],
  ['an endless address', { email: `${'a'.repeat(300)}@b` }, 'malformed'],
  ['a subject that cannot be kept', { sub: 'a\0b' }, 'malformed'],
  ['an endless subject', { sub: 'a'.repeat(256) }, 'malformed'],
  ['no subject', { sub: undefined }, 'malformed'],
])('%s', (_, change, person) => expect(personIn({ ...claims, ...change }, {}, 'groups')).toEqual(person));

const { iss, sub } = claims;
test.each<[string, OpenIdClaims, OpenIdClaims, object]>([
  [
    'the token alone, when it says both',
    { email: 'a@x', email_verified: false },
    { email: 'b@x', email_verified: true },
    { email: 'a@x', emailIs: 'denied' },
  ],
  [
    'the userinfo alone, when only that says both',
    { email: 'a@x' },
    { email: 'b@x', email_verified: true },
    { email: 'b@x', emailIs: 'verified' },
  ],
  [
    'the token, when neither says that it is verified',
    { email: 'a@x' },
    { email: 'b@x' },
    { email: 'a@x', emailIs: 'untold' },
  ],
  [
    'never one about the address of the other',
    { email: 'a@x' },
    { email_verified: true },
    { email: 'a@x', emailIs: 'untold' },
  ],
  [
    'the userinfo, when the token names none',
    { email: '', email_verified: true },
    { email: 'b@x' },
    { email: 'b@x', emailIs: 'untold' },
  ],
])('the verification of an address comes from the document that names it: %s', (_, token, userinfo, person) => {
  expect(personIn({ iss, sub, ...token }, { sub, name: 'N', ...userinfo }, 'groups')).toMatchObject(person);
});

test.each<[string, OpenIdClaims, string | undefined, boolean]>([
  ['an ID token that says everything', {}, 'groups', true],
  ['one without groups when groups are not needed', { groups: undefined }, undefined, true],
  ['one without groups', { groups: undefined }, 'groups', false],
  ['one without an address', { email: undefined }, undefined, false],
  ['one that says nothing of whether it is verified', { email_verified: undefined }, undefined, false],
  ['one without a name', { name: ' ' }, undefined, false],
])('%s', (_, change, groupsClaim, isAll) => expect(hasAllClaims({ ...claims, ...change }, groupsClaim)).toBe(isAll));

test.each<[string, OpenIdClaims, string, boolean]>([
  ['groups that are told', { groups: [], _claim_names: { groups: 'src1' } }, 'groups', false],
  ['groups to be asked for', { _claim_names: { groups: 'src1' } }, 'groups', true],
  ['something else to be asked for', { _claim_names: { address: 'src1' } }, 'groups', false],
  ['too many groups for a URL', { hasgroups: true }, 'groups', true],
  ['roles that are missing, beside such groups', { hasgroups: true }, 'roles', false],
  ['no word of groups', { _claim_names: 'x' }, 'groups', false],
])('%s', (_, said, groupsClaim, isElsewhere) => expect(areGroupsElsewhere(said, groupsClaim)).toBe(isElsewhere));

test('groups are read from the claim that the operator names', () => {
  expect(personIn({ ...claims, 'https://acme.example/roles': ['x'] }, {}, 'https://acme.example/roles')).toMatchObject({
    groups: ['x'],
  });
});
