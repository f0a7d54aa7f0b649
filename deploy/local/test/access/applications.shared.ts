import { jsonOf } from '@assay/testkit/clients/mcp-clients';
import { oauthClients, oauthClientScript, oauthProvider, type Consent } from '@assay/testkit/clients/oauth-clients';
import { fieldsOn } from '@assay/testkit/clients/form-fields';
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pythonMcp } from '@assay/check/tools';
import { decidedStatusAfterBound } from './access-decision.ts';
import type { Person } from '../support/person.ts';
import { sharedInstallation, type SharedInstallation } from '../support/shared-installation.ts';

let installation: SharedInstallation;
let owner: Person;
beforeAll(async () => {
  installation = await sharedInstallation();
  owner = await installation.owner();
});

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const post = async (path: string, form: Record<string, string>) => {
  const response = await fetch(`${installation.url}${path}`, { method: 'POST', body: new URLSearchParams(form) });
  return { status: response.status, ...((await response.json()) as Record<string, string>) } as Record<
    string,
    string
  > & { status: number };
};
type Sent = { method?: string; body?: string; headers?: Record<string, string> };
const statusOf = async (path: string, token: string, init: Sent = {}) =>
  (
    await fetch(`${installation.url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
    })
  ).status;

/** Sends the form of a page as a browser does; answers where it leads. */
async function submit(page: string, html: string, changed: Record<string, string | undefined>): Promise<Response> {
  const fields = fieldsOn(html);
  for (const [name, value] of Object.entries(changed))
    if (value === undefined) fields.delete(name);
    else fields.set(name, value);
  const headers = { origin: installation.url };
  return owner.visit(page, { method: 'POST', body: fields, headers });
}

/** The owner, who opens the consent page and allows all but what is `changed`. */
const consent =
  (changed: Record<string, string | undefined> = {}): Consent =>
  async (url) => {
    const page = await owner.visit(`${url.pathname}${url.search}`);
    const answer = await submit(url.pathname, await page.text(), { decision: 'allow', ...changed });
    return new URL(answer.headers.get('location')!);
  };

/** Tokens of the command line, over a loopback redirect. */
async function login(more: Record<string, string> = {}) {
  const verifier = randomBytes(32).toString('base64url');
  const redirect = 'http://127.0.0.1:41999/callback';
  const url = new URL('/oauth/authorize', installation.url);
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: 'assay-cli',
    redirect_uri: redirect,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...more,
  }).toString();
  const answer = await consent()(url);
  expect(answer.searchParams.get('iss')).toBe(installation.url);
  return post('/oauth/token', {
    grant_type: 'authorization_code',
    client_id: 'assay-cli',
    code: answer.searchParams.get('code')!,
    redirect_uri: redirect,
    code_verifier: verifier,
  });
}

describe.each(Object.entries(oauthClients))('%s', (_, connect) => {
  test('signs in by the address of /mcp alone, and uses the tools that its scopes allow', async () => {
    const provider = oauthProvider();
    const client = await connect(installation.url, provider, consent({ write: undefined }));
    expect(provider.kept.tokens).toMatchObject({ scope: 'read launch', refresh_token: expect.any(String) });
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain('createEvalRun');
    expect(names).not.toContain('createEvalSuite');
    const { projectId } = installation.api;
    const [projects, refused] = [
      await client.callTool({ name: 'listProjects', arguments: {} }),
      await client.callTool({ name: 'createEvalSuite', arguments: { projectId, name: 'x' } }),
    ];
    expect(jsonOf(projects)).toMatchObject({ items: expect.any(Array) });
    expect([refused.isError, jsonOf(refused)]).toMatchObject([
      true,
      { code: 'FORBIDDEN', details: { reason: 'SCOPE_NEEDED', scope: 'write' } },
    ]);
    await client.close();
  });

  test('renews expired tokens, and is refused within a second once its grant was revoked', async () => {
    const provider = oauthProvider();
    const client = await connect(installation.url, provider, consent());
    const { refresh_token: before } = provider.kept.tokens!;
    provider.kept.tokens!.access_token = `oat_${'x'.repeat(43)}`;
    await client.listTools();
    expect(provider.kept.tokens!.refresh_token).not.toBe(before);
    const { access_token: access } = provider.kept.tokens!;
    const [grant] = (await owner.assay.listOwnGrants()).items;
    await owner.assay.revokeGrant({ grantId: grant!.id });
    const revokedAt = performance.now();
    const list = {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    };
    expect(await decidedStatusAfterBound(revokedAt, () => statusOf('/mcp', access, list))).toBe(401);
    await client.close();
  });
});

const python = join(pythonMcp.folder, 'bin/python');
const withPython = existsSync(python) ? describe : describe.skip;
withPython('the Python client', () => {
  test('signs in by the address of /mcp alone', async () => {
    const client = spawn(python, [oauthClientScript, `${installation.url}/mcp`], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: client.stdout })[Symbol.asyncIterator]();
    const url = new URL((await lines.next()).value as string);
    client.stdin.end(`${(await consent()(url)).href}\n`);
    expect((await lines.next()).value).toContain('createEvalSuite');
  });
});

test('a login of the command line reaches what the session of its person reaches', async () => {
  const { status, access_token: access } = await login();
  expect(status).toBe(200);
  const key = { method: 'POST', body: '{"name":"made by a login"}', headers: { 'content-type': 'application/json' } };
  expect(await statusOf('/api/v1/api-keys', access!, key)).toBe(201);
  expect(await statusOf('/api/v1/me', access!)).toBe(200);
  expect(await statusOf('/auth/session', access!)).toBe(401);
});

test('a token is refused at another address than the one that it is for, and beyond its scopes', async () => {
  const { access_token: access } = await login({ resource: `${installation.url}/api/v1`, scope: 'read' });
  expect(await statusOf('/api/v1/projects', access!)).toBe(200);
  expect(await statusOf('/mcp', access!, { method: 'POST', body: '{}' })).toBe(401);
  const project = { method: 'POST', body: '{"name":"x"}', headers: { 'content-type': 'application/json' } };
  expect(await statusOf('/api/v1/projects', access!, project)).toBe(403);
});

test('an agent turn of an application uses the tools that its scopes allow', async () => {
  const callsOf = async (scope: string) => {
    const { access_token: access } = await login({ scope });
    const response = await fetch(`${installation.url}/api/v1/projects/${installation.api.projectId}/agent`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [{ role: 'user', content: 'listProjectServers {}' }] }),
    });
    const { toolCalls } = (await response.json()) as { toolCalls: unknown };
    return [response.status, toolCalls];
  };
  expect(await callsOf('read launch')).toMatchObject([200, [{ operation: 'listProjectServers' }]]);
  expect(await callsOf('launch')).toEqual([200, []]);
});

test('a device signs in with a code, renews its tokens, and signs out', async () => {
  const { device_code: code, user_code: userCode } = await post('/oauth/device-authorization', {
    client_id: 'assay-cli',
  });
  const token = (form: Record<string, string>) => post('/oauth/token', { client_id: 'assay-cli', ...form });
  const poll = () => token({ grant_type: DEVICE_GRANT, device_code: code! });
  expect(await poll()).toMatchObject({ status: 400, error: 'authorization_pending' });

  const entered = await submit('/device', await (await owner.visit('/device')).text(), { user_code: userCode });
  const page = entered.headers.get('location')!;
  const decided = await submit('/device', await (await owner.visit(page)).text(), { decision: 'allow' });
  expect(await decided.text()).toContain('Signed in');
  await installation.sql("update catalog.device_authorizations set polled_at = now() - interval '1 minute'");

  const first = await poll();
  expect(await statusOf('/api/v1/me', first.access_token!)).toBe(200);
  const second = await token({ grant_type: 'refresh_token', refresh_token: first.refresh_token! });
  expect(await statusOf('/api/v1/me', second.access_token!)).toBe(200);
  expect(await post('/oauth/revoke', { token: second.refresh_token! })).toMatchObject({ status: 200 });
  const revokedAt = performance.now();
  expect(await decidedStatusAfterBound(revokedAt, () => statusOf('/api/v1/me', second.access_token!))).toBe(401);
});

test('applications find the authorization server from each API', async () => {
  const { url } = installation;
  for (const api of ['/mcp', '/api/v1']) {
    const metadata = await (await fetch(`${url}/.well-known/oauth-protected-resource${api}`)).json();
    expect(metadata).toMatchObject({ resource: `${url}${api}`, authorization_servers: [url] });
  }
  expect(await (await fetch(`${url}/.well-known/oauth-authorization-server`)).json()).toMatchObject({
    issuer: url,
    authorization_endpoint: `${url}/oauth/authorize`,
    token_endpoint: `${url}/oauth/token`,
    device_authorization_endpoint: `${url}/oauth/device-authorization`,
    revocation_endpoint: `${url}/oauth/revoke`,
    registration_endpoint: `${url}/oauth/register`,
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
  });
});
