import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { helpdeskServer, type HelpdeskServer } from '@assay/testkit/mcp-servers/helpdesk-server';
import { waitUntil } from '@assay/testkit/until';
import { sharedInstallation } from '../support/shared-installation.ts';
import { commandsOf, type AssayCommand } from './commands.ts';

let assay: AssayCommand;
let everything: McpServerProcess;
let helpdesk: HelpdeskServer;
let folder: string;
beforeAll(async () => {
  const installation = await sharedInstallation();
  [everything, helpdesk, folder] = await Promise.all([
    sharedEverythingServer({ transport: 'streamableHttp' }),
    helpdeskServer(),
    mkdtemp(join(tmpdir(), 'assay-cli-servers-')),
  ]);
  assay = commandsOf(installation, installation.api);
  await assay(['server', 'add', 'everything', '--url', everything.url]);
  await assay(['server', 'add', 'helpdesk', '--url', helpdesk.url]);
});
afterAll(async () => {
  await Promise.all([everything.stop(), helpdesk.stop(), rm(folder, { recursive: true })]);
});

test('the doctor tells a wrong path, what was tried, and the command that repairs it', async () => {
  const wrong = everything.url.replace('/mcp', '/sse');
  const right = everything.url;
  await assay(['server', 'add', 'wrong path', '--url', wrong]);
  expect(await assay(['server', 'doctor', 'wrong path'], { isPerson: true })).toEqual({
    code: 1,
    stderr: '',
    stdout: [
      `  ■ connect       There is no MCP endpoint at ${wrong} (HTTP 404), though the host answers.`,
      `                  tried  ${right} answers, ${right.replace('/mcp', '/')} does not`,
      ...['initialize', 'capabilities', 'tools', 'resources', 'templates', 'prompts'].map(
        (check) => `  ◌ ${check.padEnd(12)}  not reached`,
      ),
      '',
      `■ Not usable: wrong_path. An MCP server answers at ${right}.`,
      `  Fix it:  assay server update "wrong path" --url ${right}`,
      '',
    ].join('\n'),
  });
  await assay(['server', 'update', 'wrong path', '--url', right]);
  const repaired = await assay(['server', 'doctor', 'wrong path'], { isPerson: true });
  expect([repaired.code, repaired.stdout.trimEnd().split('\n').at(-1)]).toEqual([
    0,
    expect.stringMatching(/^● Usable: .*, protocol 2025-11-25, \d+ tools, \d+ resources?, \d+ prompts?\.$/),
  ]);
});

test('the doctor and the probe of a server that is down fail', async () => {
  await assay(['server', 'add', 'down', '--url', 'http://127.0.0.1:2/mcp']);
  const { code, stdout } = await assay(['server', 'doctor', 'down']);
  expect([code, JSON.parse(stdout)]).toMatchObject([1, { status: 'error' }]);
  expect(await assay(['server', 'probe', 'down'])).toMatchObject({ code: 1 });
  expect(await assay(['server', 'validate', 'down'])).toMatchObject({ code: 4, stdout: '' });
});

test('a tool is called with texts, JSON and one object', async () => {
  expect(await assay(['tools', 'call', 'everything', 'get-sum', 'a:=1', 'b:=2'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('The sum of 1 and 2 is 3.'),
    stderr: expect.stringMatching(/^● answered in .*, \d+ B\n$/),
  });
  const whole = await assay(['tools', 'call', 'everything', 'get-sum', '-d', '{"a": 3, "b": 4}', '--quiet']);
  expect(whole).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('is 7.') });
});

test('arguments that do not fit the schema are told and sent, and refused by --strict', async () => {
  const sent = await assay(['tools', 'call', 'everything', 'get-sum', 'a=1', 'b:=2']);
  expect(sent).toMatchObject({ code: 1, stdout: expect.stringContaining('"isError": true') });
  expect(sent.stderr).toContain('the arguments do not fit the schema of get-sum, and are sent:\n  /a must be number\n');
  expect(await assay(['tools', 'call', 'everything', 'get-sum', 'a=1', 'b:=2', '--strict'])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'assay: the arguments do not fit the schema of get-sum, and were not sent.\n  /a must be number\n',
  });
  const unknown = await assay(['tools', 'call', 'everything', 'get-sun', '--strict']);
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('Did you mean "get-sum"?')]);
});

test('tools, resources and prompts are listed, read and got', async () => {
  const tools = await assay(['tools', 'list', 'everything'], { isPerson: true });
  expect(tools.stdout.split('\n').every((line) => line.length <= 80)).toBe(true);
  expect(tools.stdout).toMatch(/^ {2}echo +message /m);
  const [{ uri }] = JSON.parse((await assay(['resources', 'list', 'everything', '--limit', '1'])).stdout);
  const file = join(folder, 'resource');
  expect(await assay(['resources', 'read', 'everything', uri, '-o', file])).toMatchObject({ code: 0, stdout: '' });
  const text = await readFile(file, 'utf8');
  expect((await assay(['resources', 'read', 'everything', uri], { isPerson: true })).stdout.trimEnd()).toBe(
    text.trimEnd(),
  );
  expect((await assay(['prompts', 'get', 'everything', 'args-prompt', 'city=Rome'])).stdout).toContain('Rome');
});

test('a header comes from the environment or a secret, and is not printed', async () => {
  const url = helpdesk.url;
  const told = await assay(['server', 'add', 'h1', '--url', url, '--header', 'Authorization: Bearer abcdefgh']);
  expect([told.code, told.stderr]).toEqual([2, expect.stringContaining('is not taken from an argument')]);
  expect(await assay(['server', 'add', 'h1', '--url', url, '--header', 'X-Key: env:NONE'])).toMatchObject({ code: 2 });
  await assay(['secret', 'set', 'KEY'], { stdin: 'value-of-the-key' });
  const headers = [
    '--header',
    'Authorization: Bearer env:TK',
    '--header',
    'X-Api-Key: secret:KEY',
    '--header',
    'X-Tenant: a',
  ];
  const added = await assay(['server', 'add', 'h1', '--url', url, ...headers, '--json'], { env: { TK: 'abcdefgh' } });
  expect(JSON.parse(added.stdout)).toMatchObject({
    headerNames: ['Authorization', 'X-Api-Key', 'X-Tenant'],
    headerSecrets: { 'X-Api-Key': { secretId: expect.any(String) } },
  });
  expect(JSON.stringify(added)).not.toContain('abcdefgh');
});

test('the servers of an mcp.json are saved beside refused ones, without their secrets', async () => {
  await writeFile(
    join(folder, 'mcp.json'),
    JSON.stringify({
      mcpServers: {
        'from file': { url: helpdesk.url, headers: { Authorization: 'Bearer secret-of-the-file' } },
        helpdesk: { url: helpdesk.url },
        'needs variable': { url: helpdesk.url, headers: { X: '${NOT_SET}' } },
      },
    }),
  );
  const { code, stdout, stderr } = await assay(['server', 'import', 'mcp.json'], { folder });
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout.replaceAll(/srv_\w+/g, '<id>').split('\n')).toEqual([
    'from file  <id>',
    'helpdesk  not saved: The project already has a server named "helpdesk".',
    'needs variable  not saved: NOT_SET not set in the environment',
    '',
  ]);
  expect(await assay(['server', 'import', 'mcp.json', 'other'], { folder })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('mcp.json has no server "other". It has: from file, helpdesk, needs variable.'),
  });
});

test('an export is compared with the next release, whose breaking changes fail', async () => {
  const exported = await assay(['server', 'export', 'helpdesk'], { isPerson: true });
  await writeFile(join(folder, 'helpdesk.json'), exported.stdout);
  expect(await assay(['server', 'diff', 'helpdesk', 'helpdesk.json'], { folder })).toMatchObject({ code: 0 });
  helpdesk.release('1.5.0');
  const { code, stdout } = await assay(['server', 'diff', 'helpdesk', 'helpdesk.json'], { folder, isPerson: true });
  expect([code, stdout]).toEqual([1, expect.stringMatching(/■ breaking .*refund_order/)]);
  expect(await assay(['server', 'diff', 'helpdesk', 'none.json'], { folder })).toMatchObject({ code: 2 });
  const surfaces = ['server', 'surfaces', 'helpdesk', '--json', 'surfaceId'];
  await waitUntil(async () => (await assay(surfaces)).stdout.includes('surface_'));
});

test('a lint is printed for people, and as SARIF', async () => {
  const lint = await assay(['server', 'lint', 'everything'], { isPerson: true });
  expect(lint).toMatchObject({ code: 0, stdout: expect.stringMatching(/\d+ errors?, \d+ warnings?, \d+ notes?\.\n$/) });
  const sarif = await assay(['server', 'lint', 'everything', '--format', 'sarif']);
  expect(JSON.parse(sarif.stdout)).toMatchObject({ version: '2.1.0' });
});

test('tokens come from a file, are never printed, and are forgotten', async () => {
  await writeFile(
    join(folder, 'tokens.json'),
    JSON.stringify({ access_token: 'access-token-of-the-file', expires_in: 60 }),
  );
  const json = '{"access_token": "access-token-of-the-file"}';
  const refused = await assay(['oauth', 'import', 'everything', '--tokens', json]);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('tokens are not taken from an argument')]);
  expect(await assay(['oauth', 'status', 'everything'])).toMatchObject({ code: 2, stdout: '' });
  const imported = await assay(['oauth', 'import', 'everything', '--tokens', '@tokens.json'], { folder });
  expect(imported).toMatchObject({ code: 0, stdout: 'the platform has tokens for everything.\n' });
  const status = await assay(['oauth', 'status', 'everything']);
  expect(JSON.parse(status.stdout)).toMatchObject({ state: 'active', serverUrl: everything.url });
  expect(JSON.stringify([refused, imported, status])).not.toContain('access-token-of-the-file');
  expect(await assay(['oauth', 'rm', 'everything', '--yes'])).toMatchObject({ code: 0 });
});

test('a check of readiness is waited for, and a run of conformance is left running on request', async () => {
  const { code, stdout } = await assay(['readiness', 'check', 'everything']);
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(/\n■ Not ready\.\n {2}The report: {2}assay readiness report run_/),
  ]);
  const [{ id }] = JSON.parse((await assay(['readiness', 'list', '--server', 'everything', '--json', 'id'])).stdout);
  expect(JSON.parse((await assay(['readiness', 'report', id])).stdout)).toHaveProperty('requirements');
  const started = await assay(['conformance', 'run', 'helpdesk', '--suite', 'protocol', '--detach']);
  expect(started).toMatchObject({ code: 0, stdout: expect.stringMatching(/^run_\w+\n$/) });
  expect(await assay(['conformance', 'cancel', started.stdout.trim()])).toMatchObject({ code: 0 });
  const facts = await assay(['readiness', 'check', 'everything', '--facts', '{}']);
  expect(facts).toMatchObject({ code: 2, stderr: 'assay: --facts is a JSON list.\n' });
}, 60_000);

test('a sign-in to a server that needs none ends at once, and one to a server that is down fails', async () => {
  const { code, stdout } = await assay(['oauth', 'login', 'everything']);
  expect([code, stdout]).toEqual([0, 'the platform may use everything.\n']);
  await assay(['server', 'add', 'away', '--url', 'http://127.0.0.1:2/mcp']);
  const failed = await assay(['oauth', 'login', 'away']);
  expect([failed.code, failed.stdout]).toEqual([1, '']);
  expect(failed.stderr).toContain('assay server doctor away');
});
