import { operations } from '@assay/contract/operations';
import { fieldsOn } from '@assay/testkit/clients/form-fields';
import { DEVICE_GRANT, startApplications, type TestApplications } from '../support/applications.ts';

let fixture: TestApplications;
const now = new Date();
beforeAll(async () => {
  // The brakes' clock stands still, so that no token is refilled while others are counted.
  fixture = await startApplications({ now: () => now });
});
afterAll(() => fixture.stop());

const begin = (form: Record<string, string> = {}) =>
  fixture.post(operations.beginDeviceAuthorization, { client_id: 'assay-cli', ...form });
const poll = (code: string, form: Record<string, string> = {}) =>
  fixture.token({ grant_type: DEVICE_GRANT, device_code: code, ...form });
/** Lets the interval of the polls pass. */
const pass = () => fixture.pool.query("update device_authorizations set polled_at = polled_at - interval '1 minute'");
const openPage = (sessionToken: string, code?: string) =>
  fixture.ask(operations.openDevice, { sessionToken }, code === undefined ? {} : { user_code: code });
const send = (sessionToken: string, fields: URLSearchParams) =>
  fixture.ask(operations.submitDevice, { sessionToken }, fields.toString());
async function decide(sessionToken: string, userCode: string, decision: string) {
  const fields = fieldsOn((await openPage(sessionToken, userCode)).text);
  fields.set('decision', decision);
  return send(sessionToken, fields);
}

test('a device gets the tokens of the person who enters its code', async () => {
  const person = await fixture.member();
  const { device_code: code, user_code: userCode, ...told } = await begin();
  expect(userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  expect(told).toMatchObject({
    verification_uri: 'http://assay.test/device',
    verification_uri_complete: `http://assay.test/device?user_code=${userCode}`,
    expires_in: 600,
    interval: 5,
  });
  expect(await poll(code!)).toMatchObject({ status: 400, error: 'authorization_pending' });

  expect((await openPage('')).headers['Location']).toBe('/auth/sign-in?returnTo=%2Fdevice');
  expect((await openPage(person.token)).text).toContain('name="user_code"');
  const typed = await send(person.token, new URLSearchParams({ user_code: userCode!.toLowerCase().replace('-', ' ') }));
  expect([typed.status, typed.headers['Location']]).toEqual([303, `/device?user_code=${userCode}`]);
  expect((await openPage(person.token, userCode)).text).toContain(`The device shows the code ${userCode}.`);
  expect((await decide(person.token, userCode!, 'allow')).text).toContain('Signed in');

  await pass();
  const tokens = await poll(code!);
  expect(tokens).toMatchObject({ status: 200, token_type: 'Bearer', scope: 'read launch write' });
  expect(await fixture.principal(tokens.access_token!)).toMatchObject({ userId: person.userId });
  expect(await poll(code!)).toMatchObject({ status: 400, error: 'invalid_grant' });
});

test('a device that asks too often is told to slow down, each time by five seconds more', async () => {
  const { device_code: code } = await begin();
  expect(await poll(code!)).toMatchObject({ error: 'authorization_pending' });
  expect(await poll(code!)).toMatchObject({ status: 400, error: 'slow_down' });
  expect(await poll(code!)).toMatchObject({ error: 'slow_down' });
  const { rows } = await fixture.pool.query(
    'select interval_s from device_authorizations order by expires_at desc limit 1',
  );
  expect(rows).toEqual([{ interval_s: 15 }]);
});

test('a device is told when the person denied it, and cannot be allowed afterwards', async () => {
  const { token } = await fixture.member();
  const { device_code: code, user_code: userCode } = await begin();
  expect((await decide(token, userCode!, 'deny')).text).toContain('Denied');
  expect(await poll(code!)).toMatchObject({ status: 400, error: 'access_denied' });
  expect((await openPage(token, userCode)).status).toBe(400);
});

test('a device is told when its code has expired', async () => {
  const { token } = await fixture.member();
  const { device_code: code, user_code: userCode } = await begin();
  await fixture.pool.query("update device_authorizations set expires_at = now() - interval '1 second'");
  expect((await openPage(token, userCode)).text).toContain('No device waits with this code');
  expect(await poll(code!)).toMatchObject({ status: 400, error: 'expired_token' });
});

test('a device code is refused when it is unknown, or of another application', async () => {
  const { device_code: code } = await begin();
  const { client_id: other } = (await fixture.register({ redirect_uris: ['https://agent.example/cb'] })).body() as {
    client_id: string;
  };
  expect(await poll(code!, { client_id: other })).toMatchObject({ error: 'invalid_grant' });
  expect(await poll('odc_unknown')).toMatchObject({ error: 'invalid_grant' });
});

test.each<[string, Record<string, string>, object]>([
  ['an unknown application', { client_id: 'app_unknown' }, { status: 401, error: 'invalid_client' }],
  ['no application', { client_id: '' }, { status: 400, error: 'invalid_request' }],
  ['metadata at an address', { client_id: 'https://agent.example/metadata' }, { error: 'unauthorized_client' }],
  ['another resource', { resource: 'https://elsewhere.example' }, { error: 'invalid_target' }],
])('the sign-in of a device is refused to %s', async (_, form, refused) => {
  expect(await begin(form)).toMatchObject(refused);
});

test('a form without the token of the session decides nothing about a device', async () => {
  const { token } = await fixture.member();
  const { device_code: code, user_code: userCode } = await begin();
  const fields = fieldsOn((await openPage(token, userCode)).text);
  fields.set('decision', 'allow');
  fields.set('csrf', 'forged');
  expect((await send(token, fields)).status).toBe(400);
  expect(await poll(code!)).toMatchObject({ error: 'authorization_pending' });
});

test('sixty sign-ins of devices begin at once from an address', async () => {
  const ask = (clientAddress: string) =>
    fixture.ask(operations.beginDeviceAuthorization, { clientAddress }, 'client_id=assay-cli');
  for (let time = 0; time < 60; time++) expect((await ask('192.0.2.251')).status).toBe(200);
  await expect(ask('192.0.2.251')).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: expect.any(Number) });
  expect((await ask('192.0.2.252')).status).toBe(200);
});

test('a person can guess twenty codes in a quarter of an hour, and right ones do not count', async () => {
  const { token } = await fixture.member();
  const { user_code: userCode } = await begin();
  for (let guess = 0; guess < 20; guess++) expect((await openPage(token, 'BBBB-BBBB')).status).toBe(400);
  const refused = await openPage(token, userCode);
  expect([refused.status, Number(refused.headers['Retry-After']) > 0]).toEqual([429, true]);
  const { token: other } = await fixture.member();
  for (let look = 0; look < 25; look++) expect((await openPage(other, userCode)).status).toBe(200);
});
