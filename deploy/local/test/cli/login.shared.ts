import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '@assay/testkit/until';
import { Machine } from '../support/assay-command.ts';
import type { Person } from '../support/person.ts';
import { sharedInstallation, type SharedInstallation } from '../support/shared-installation.ts';

let installation: SharedInstallation;
let owner: Person;
let machine: Machine;
beforeAll(async () => {
  installation = await sharedInstallation();
});
beforeEach(async () => {
  // Other modules end the sessions of the owner.
  [machine, owner] = await Promise.all([Machine.set(), installation.owner()]);
});
afterEach(() => machine.remove());

interface GrantLogin {
  accessToken: string;
  refreshToken: string;
  expiresAt: number;
}
const loginFile = () => join(machine.folder, '.config/assay/logins.json');
const storedLogin = async () =>
  (JSON.parse(await readFile(loginFile(), 'utf8')) as { logins: GrantLogin[] }).logins[0]!;

/** Sends the form of a page as a browser does: the fields of its inputs, the selected organization, and the decision. */
async function decide(path: string, decision: 'allow' | 'deny'): Promise<Response> {
  const html = await (await owner.visit(path)).text();
  const unescaped = (value: string) =>
    value.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
  const form = new URLSearchParams();
  for (const [input] of html.matchAll(/<input[^>]*>/g)) {
    const [name, value] = ['name', 'value'].map((each) => new RegExp(`\\b${each}="([^"]*)"`).exec(input)?.[1]);
    if (name !== undefined && value !== undefined) form.set(name, unescaped(value));
  }
  const organization = /<option value="([^"]*)" selected>/.exec(html)?.[1];
  if (organization !== undefined) form.set('organization', organization);
  form.set('decision', decision);
  return owner.visit(new URL(path, installation.url).pathname, { method: 'POST', body: form });
}

const byDevice = () => machine.begin(['login', '--device', '--url', installation.url]);

/** Signs in with the browser of the machine, and returns what the command printed. */
async function signIn() {
  const opened = join(machine.folder, 'opened');
  const browser = join(machine.folder, 'browser');
  await writeFile(browser, `#!/bin/sh\nprintf %s "$1" > "${opened}"\n`);
  await chmod(browser, 0o700);
  machine.env.BROWSER = browser;
  const command = machine.begin(['login', '--url', installation.url]);
  const page = await waitUntil(async () => (await readFile(opened, 'utf8')) || undefined);
  const { headers } = await decide(page.slice(installation.url.length), 'allow');
  await fetch(headers.get('location')!);
  return command.ended;
}

test('a person signs in with a code, and the commands that follow work as that person', async () => {
  const command = byDevice();
  const [, page, code] = await command.says(/Open (\S+) and enter {2}(\S+) {3}\(valid 10 min\)/);
  expect(page).toBe(`${installation.url}/device`);
  await decide(`/device?user_code=${code}`, 'allow');
  const { code: exit, stdout } = await command.ended;
  expect([exit, stdout]).toEqual([
    0,
    expect.stringMatching(new RegExp(`^● Signed in to ${installation.url} as owner@localhost, project .+\\.\\n$`)),
  ]);
  expect(await machine.type('whoami')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/person +owner@localhost +from the stored login\n/),
  });
});

test('a sign-in that the person denies ends with the code of a refusal', async () => {
  const command = byDevice();
  const [, code] = await command.says(/enter {2}(\S+)/);
  await decide(`/device?user_code=${code}`, 'deny');
  expect(await command.ended).toMatchObject({ code: 5, stderr: expect.stringContaining('the sign-in was denied.') });
});

test('a person signs in with the browser of the machine, whose answer comes back by itself', async () => {
  const { code, stdout, stderr } = await signIn();
  expect([code, stdout]).toEqual([0, expect.stringContaining('as owner@localhost')]);
  expect(stderr).toContain('(opened in your browser)');
});

test('two commands at once renew an ended token once, and the login goes on', async () => {
  await signIn();
  const { expiresAt: _, ...before } = await storedLogin();
  await writeFile(loginFile(), (await readFile(loginFile(), 'utf8')).replace(/"expiresAt": \d+/, '"expiresAt": 0'));
  const ended = await Promise.all([machine.pipe(['whoami']), machine.pipe(['whoami']), machine.type('whoami')]);
  expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual([
    [0, ''],
    [0, ''],
    [0, ''],
  ]);
  const after = await storedLogin();
  expect(after.refreshToken).not.toBe(before.refreshToken);
  // A refresh token that was used twice would have ended the grant.
  expect(await machine.type('whoami')).toMatchObject({ code: 0 });
});

test('a token that is refused before its time is renewed, and the request sent again', async () => {
  await signIn();
  await writeFile(loginFile(), (await readFile(loginFile(), 'utf8')).replace(/"oat_\w+"/, '"oat_unknown"'));
  expect(await machine.type('whoami')).toMatchObject({ code: 0 });
});

test('a login that was revoked is told, with the command that signs in again', async () => {
  await signIn();
  for await (const { id } of owner.assay.listOwnGrants.all()) await owner.assay.revokeGrant({ grantId: id });
  const refused = await waitUntil(async () => {
    const ended = await machine.type('whoami');
    return ended.code === 0 ? undefined : ended;
  });
  expect(refused).toMatchObject({ code: 5, stderr: expect.stringContaining(`assay login --url ${installation.url}`) });
});

test('logout ends the grant on the platform', async () => {
  await signIn();
  const { accessToken } = await storedLogin();
  expect(await machine.type('logout')).toEqual({ code: 0, stdout: `Signed out of ${installation.url}.\n`, stderr: '' });
  await waitUntil(async () => {
    const { status } = await fetch(`${installation.url}/api/v1/me`, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    return status === 401;
  });
  expect(await machine.type('whoami')).toMatchObject({ code: 5, stderr: expect.stringContaining('not signed in') });
});

test('without a terminal login names the ways that need none', async () => {
  expect(await machine.pipe(['login', '--url', installation.url])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/no person is here to sign in\.\n.*--with-key/),
  });
});

test('Ctrl-C ends a sign-in that waits for a person', async () => {
  const command = byDevice();
  await command.says(/enter/);
  command.interrupt();
  expect(await command.ended).toMatchObject({ code: 130 });
});
