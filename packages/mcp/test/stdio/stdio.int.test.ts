import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { access, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { waitUntil } from '@assay/testkit/until';
import { plainClient } from '@assay/testkit/clients/plain-client';
import { stdioServerFile } from '@assay/testkit/mcp-servers/stdio-command';
import { targetForClient, timeoutsForClient } from '../../src/client-target.ts';
import { connectSession, type ConnectOptions } from '../../src/connect.ts';
import { DialectCache } from '../../src/handshake/dialects.ts';
import type { McpSession } from '../../src/session.ts';
import { endAllCommands } from '../../src/stdio/process-group.ts';
import type { StdioRules } from '../../src/target.ts';
import type { ServerTarget } from '../../src/target.ts';
import type { WireMessage } from '../../src/transport/wire-message.ts';
import { savedServer } from '../saved.ts';

const MEGABYTE = 1_024 * 1_024;

const rules = (more: Partial<StdioRules> = {}): StdioRules => ({
  allowedCommands: [process.execPath],
  dir: undefined,
  env: { PATH: dirname(process.execPath) },
  maxMemoryMb: 1_000,
  maxSeconds: 60,
  maxMessageBytes: 60 * MEGABYTE,
  mask: (text) => text.replace(/hunter2/g, '*'),
  ...more,
});
const command = (mode = 'healthy', env: Record<string, string> = {}): Partial<ServerTarget> => ({
  command: { command: process.execPath, args: [stdioServerFile, mode], env },
});
const target = (mode?: string, more: Partial<StdioRules> = {}): ServerTarget =>
  savedServer('', { ...command(mode), stdio: rules(more) });

const opened: McpSession[] = [];
const open = async (to: ServerTarget = target(), options: ConnectOptions = {}): Promise<McpSession> => {
  const session = await connectSession(to, options);
  opened.push(session);
  return session;
};
afterEach(() => Promise.all(opened.splice(0).map((session) => session.close())));

const textOf = async (session: McpSession, tool: string, args: Record<string, unknown> = {}): Promise<string> =>
  ((await session.callTool(tool, args)).value['content'] as { text: string }[])[0]!.text;
const failureOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
const isAlive = (pid: number): boolean => {
  try {
    // A zombie still accepts signals.
    return (
      process.kill(pid, 0) && (process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')))
    );
  } catch {
    return false;
  }
};
const pidOf = (session: McpSession): number => session.program!.evidence.pid;

test('a command is a server like any other: it names itself, lists its tools and answers calls', async () => {
  const session = await open();
  expect(session.info).toMatchObject({
    transport: 'stdio',
    serverInfo: { name: 'stdio' },
    capabilities: { tools: {} },
  });
  expect((await session.listAllTools()).map(({ name }) => name)).toContain('echo');
  expect(await textOf(session, 'echo', { a: 'é' })).toBe('{"a":"é"}');
});

test.each([
  [{ name: 'a-client', version: '9' }, '2025-06-18', { roots: {} }],
  [{ name: 'another', version: '1' }, '2025-03-26', {}],
] as const)(
  'the client %j of a run speaks to a command in its own way',
  async (clientInfo, mcpProtocolVersion, apps) => {
    const wire: WireMessage[] = [];
    const mcpProfile = { profileVersion: 1 as const, mcpProtocolVersion, initialize: { clientInfo }, apps };
    const session = await open(targetForClient(target(), plainClient({ mcpProfile })), {
      onWire: (message) => wire.push(message),
    });
    expect(session.info.protocolVersion).toBe(mcpProtocolVersion);
    expect(JSON.parse(wire[0]!.text)).toMatchObject({
      method: 'initialize',
      params: {
        clientInfo,
        protocolVersion: mcpProtocolVersion,
        capabilities: { extensions: { 'io.modelcontextprotocol/ui': apps } },
      },
    });
  },
);

test('a command that takes longer than its client waits is told that the call is cancelled', async () => {
  const client = plainClient({ connectionDefaults: { headers: {}, requestTimeout: 100 } });
  const wire: WireMessage[] = [];
  const session = await open(targetForClient(target(), client), {
    timeouts: timeoutsForClient({ id: 'srv_1', timeoutMs: 0 }, client),
    onWire: (message) => wire.push(message),
  });
  await expect(session.callTool('hang', {})).rejects.toMatchObject({ code: 'TIMEOUT' });
  expect(wire.map(({ text }) => text).join()).toContain('notifications/cancelled');
});

test('a result is passed on as it was written', async () => {
  const odd = String.raw`{ "z":1.0, "a":[1e2,-0,12345678901234567890], "z":2, "content":[{"text":"é\u00e9\/","type":"text"}], "_unknown":{"__proto__":1} }`;
  expect((await (await open()).callTool('raw', { result: odd })).json).toBe(odd);
});

test("its environment has the runner's allowed and the saved variables only", async () => {
  const session = await open(savedServer('', { ...command('healthy', { PRINTER_KEY: 'k' }), stdio: rules() }));
  const { env } = JSON.parse(await textOf(session, 'environment')) as { env: Record<string, string> };
  expect(env).toEqual({
    PATH: dirname(process.execPath),
    PRINTER_KEY: 'k',
    ASSAY_STDIO_SESSION: expect.stringMatching(/^\d+-[\da-f-]{36}$/) as string,
  });
});

test('it runs in a folder of its own that is deleted with it, or in the configured one', async () => {
  const session = await open();
  const { cwd } = JSON.parse(await textOf(session, 'environment')) as { cwd: string };
  expect(basename(cwd)).toMatch(/^assay-stdio-/);
  await session.close();
  await expect(access(cwd)).rejects.toMatchObject({ code: 'ENOENT' });

  const dir = await realpath(await mkdtemp(join(tmpdir(), 'assay-here-')));
  const here = await open(target('healthy', { dir }));
  expect(JSON.parse(await textOf(here, 'environment'))).toMatchObject({ cwd: dir });
  await here.close();
  await access(dir);
  await rm(dir, { recursive: true });
});

describe('a command may be started:', () => {
  const as = (name: string, more: Partial<StdioRules> = {}): ServerTarget =>
    savedServer('', { command: { command: name, args: [stdioServerFile], env: {} }, stdio: rules(more) });

  test.each([
    ['a path that is allowed', process.execPath, [process.execPath]],
    ["a name that is allowed, found on the runner's path", basename(process.execPath), [basename(process.execPath)]],
    ['anything where everything is', process.execPath, ['*']],
  ])('%s', async (_, name, allowedCommands) => {
    expect((await open(as(name, { allowedCommands }))).info.serverInfo).toMatchObject({ name: 'stdio' });
  });

  test.each([
    ['another command', 'printer', ['node']],
    ['a file that has an allowed name', '/tmp/evil/node', ['node']],
    ['a file beside an allowed name', './node', ['node']],
    ['anything where nothing is', 'node', []],
  ])('not %s', async (_, name, allowedCommands) => {
    await expect(connectSession(as(name, { allowedCommands }))).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('RUNNER_ALLOWED_COMMANDS'),
      details: { serverId: 'srv_1', cause: 'command_not_allowed', command: name },
    });
  });

  test('a saved path does not turn an allowed name into another program', async () => {
    const elsewhere = savedServer('', {
      command: { command: 'node', args: [], env: { PATH: dirname(process.execPath) } },
      stdio: rules({ allowedCommands: ['node'], env: { PATH: '/nowhere' } }),
    });
    await expect(connectSession(elsewhere)).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE',
      details: { cause: 'command_not_found', command: 'node' },
    });
  });

  const saving = (env: Record<string, string>, more: Partial<StdioRules> = {}): ServerTarget =>
    savedServer('', { ...command('healthy', env), stdio: rules(more) });

  test.each([
    ['NODE_OPTIONS', '--import=data:text/javascript,process.exit(7)'],
    ['LD_PRELOAD', '/tmp/evil.so'],
    ['npm_config_script_shell', '/tmp/evil'],
  ])('an allowed one with a saved %s, which runs another', async (name, value) => {
    await expect(connectSession(saving({ [name]: value }))).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining(name),
      details: { cause: 'command_not_allowed', variable: name, setting: 'RUNNER_ALLOWED_COMMANDS' },
    });
  });

  test("an allowed one finds programs on the runner's path only, unless every command is allowed", async () => {
    const pathOf = async (more: Partial<StdioRules>) =>
      (
        JSON.parse(await textOf(await open(saving({ PATH: '/tmp/evil' }, more)), 'environment')) as {
          env: Record<string, string>;
        }
      ).env['PATH'];
    expect([await pathOf({}), await pathOf({ allowedCommands: ['*'] })]).toEqual([
      dirname(process.execPath),
      '/tmp/evil',
    ]);
  });

  test('no command in a process without rules', async () => {
    await expect(connectSession(savedServer('', command()))).rejects.toMatchObject({
      code: 'FEATURE_NOT_SUPPORTED',
      details: { cause: 'runner_missing' },
    });
  });
});

describe('a command that', () => {
  test('exits at once is reported with its exit code and its last output', async () => {
    await expect(connectSession(target('crash'))).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE',
      message: 'Server "Printer" ended by itself with exit code 1.',
      details: {
        phase: 'connect',
        cause: 'command_exited',
        exitCode: 1,
        stderr: expect.stringContaining('PRINTER_KEY is not set'),
      },
    });
  });

  test('exits on the probe for the newest revision is started again without a probe', async () => {
    const session = await open(target('picky'));
    expect(await textOf(session, 'echo', { b: 2 })).toBe('{"b":2}');
  });

  test('exits during a call fails the call at once, with its output masked', async () => {
    const session = await open();
    // The timeouts are longer than a test.
    const timeouts = { idleMs: 600_000, totalMs: 600_000 };
    const error = await failureOf(session.callTool('die', {}, { timeouts }));
    expect(error).toMatchObject({
      code: 'SERVER_UNREACHABLE',
      details: {
        phase: 'request',
        method: 'tools/call',
        exitCode: 3,
        stderr: expect.stringMatching(/the printer is on fire\s*$/),
      },
    });
    expect(JSON.stringify((error as { details: unknown }).details)).not.toContain('hunter2');
  });

  test('has exited is not called any more', async () => {
    const session = await open();
    await failureOf(session.callTool('die', {}));
    await expect(session.callTool('echo', {})).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE',
      details: { exitCode: 3 },
    });
  });

  test('prints stray lines is still answered, and the lines are counted and logged', async () => {
    const wire: WireMessage[] = [];
    const session = await open(target(), { onWire: (message) => wire.push(message) });
    expect(await textOf(session, 'noise')).toBe('quiet again');
    expect(session.program!.evidence).toMatchObject({ strayLines: 2, end: undefined });
    expect(wire.map(({ text }) => text)).toContain('Listening …');
  });

  test('begins with a byte order mark is read', async () => {
    const program = `
      let mark = '\\uFEFF';
      require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const { id, method, params } = JSON.parse(line);
        if (id === undefined) return;
        const result = { protocolVersion: params.protocolVersion, capabilities: {}, serverInfo: { name: 'marked', version: '1' } };
        const answer = method === 'initialize' ? { result } : { error: { code: -32601, message: 'No.' } };
        console.log(mark + JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
        mark = '';
      });`;
    const session = await open(
      savedServer('', { command: { command: process.execPath, args: ['-e', program], env: {} }, stdio: rules() }),
    );
    expect(session.info.serverInfo?.name).toBe('marked');
    expect(session.program!.evidence.strayLines).toBe(0);
  });

  /** A command that writes each answer as `write` does. */
  const writing = (write: string, env: Record<string, string> = {}): ServerTarget =>
    savedServer('', {
      command: {
        command: process.execPath,
        args: [
          '-e',
          `const write = ${write};
           require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
             const { id, method, params } = JSON.parse(line);
             if (id === undefined) return;
             const result = { protocolVersion: params.protocolVersion, capabilities: {}, serverInfo: { name: 'odd', version: '1' } };
             const answer = method === 'initialize' ? { result } : { error: { code: -32601, message: 'No.' } };
             process.stdout.write(write({ jsonrpc: '2.0', id, ...answer }));
           });`,
        ],
        env,
      },
      stdio: rules(),
    });

  test.each([
    ['over several lines', "(message) => JSON.stringify(message, undefined, 2) + '\\n'"],
    ['without the end of its line', '(message) => JSON.stringify(message)'],
  ])('writes each message %s is read', async (_, write) => {
    expect((await open(writing(write))).info.serverInfo?.name).toBe('odd');
  });

  test.each([
    [
      'in frames',
      "(message) => 'Content-Length: 9\\r\\n\\r\\n' + JSON.stringify(message) + '\\n'",
      'Content-Length: 9',
    ],
    ['with a secret that is not JSON', '(message) => \'{"jsonrpc":"2.0","result":s3cr3t-value}\\n\'', '[redacted]'],
  ])('answers %s is told at once, with the beginning of its output', async (_, write, shown) => {
    const error = await failureOf(connectSession(writing(write, { KEY: 's3cr3t-value' })));
    expect(error).toMatchObject({
      code: 'SERVER_UNREACHABLE',
      details: { cause: 'command_output_invalid', stdout: expect.stringContaining(shown) },
    });
    expect(JSON.stringify(error)).not.toContain('s3cr3t-value');
  });

  test('is silent ends with the timeout', async () => {
    const error = await failureOf(connectSession(target('mute'), { timeouts: { connectMs: 500 } }));
    expect(error).toMatchObject({ code: 'TIMEOUT', details: { phase: 'connect' } });
  });

  test('writes without end is ended, with the reason', async () => {
    await expect(
      (await open(target('healthy', { maxMessageBytes: 8 * MEGABYTE }))).callTool('flood', {}),
    ).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE',
      details: { cause: 'answer_too_large', maxBytes: 8 * MEGABYTE },
    });
  });

  test.each([
    ['blank lines', 'blank', 'answer_too_large', 2],
    ['notifications of 9 KB', 'notices', 'answer_too_large', 2],
    ['pings of 90 KB, and reads none of the answers', 'pings', 'command_output_invalid', 8],
  ])('floods us with %s is ended, with the reason', async (_, tool, cause, megabytes) => {
    const bytes = tool === 'pings' ? 90_000 : 9_000;
    const error = await failureOf(
      (await open(target('healthy', { maxMessageBytes: (tool === 'pings' ? 60 : 2) * MEGABYTE }))).callTool(tool, {
        bytes,
      }),
    );
    expect(error).toMatchObject({ code: 'SERVER_UNREACHABLE', details: { cause, maxBytes: megabytes * MEGABYTE } });
  });

  test.each([
    ['pings', 'request_storm'],
    ['notices', 'notification_storm'],
  ])('sends %s faster than its limits is ended with a cause of its own', async (tool, cause) => {
    const session = await open();
    const storm = { code: 'SERVER_UNREACHABLE', details: { cause } };
    await expect(session.callTool(tool, { bytes: 1 })).rejects.toMatchObject(storm);
    await expect(session.callTool('echo', {})).rejects.toMatchObject(storm);
    await waitUntil(() => !isAlive(pidOf(session)));
  });

  test('prints its saved variables does not reveal them', async () => {
    const session = await open(
      savedServer('', { ...command('healthy', { PRINTER_KEY: 'wellhidden' }), stdio: rules() }),
    );
    const error = await failureOf(session.callTool('die', {}));
    expect(error).toMatchObject({ details: { stderr: expect.stringContaining('the key is [redacted]') } });
    expect(JSON.stringify((error as { details: unknown }).details)).not.toContain('wellhidden');
  });

  test('the system cannot start is reported so, and leaves no folder', async () => {
    const before = await ownFolders();
    const folder = await mkdtemp(join(tmpdir(), 'assay-bad-'));
    await writeFile(join(folder, 'bad'), '#!/no/such/interpreter\n', { mode: 0o755 });
    const tooMuch: Partial<ServerTarget> = {
      command: { command: process.execPath, args: ['x'.repeat(4 * MEGABYTE)], env: {} },
      stdio: rules(),
    };
    const bad: Partial<ServerTarget> = {
      command: { command: join(folder, 'bad'), args: [], env: {} },
      stdio: rules({ allowedCommands: ['*'] }),
    };
    const missing: Partial<ServerTarget> = { ...command(), stdio: rules({ dir: '/no/such/folder' }) };
    for (const [each, systemCode] of [
      [tooMuch, 'E2BIG'],
      [bad, 'ENOENT'],
      [missing, 'ENOENT'],
    ] as const) {
      expect(await failureOf(connectSession(savedServer('', each)))).toMatchObject({
        code: 'SERVER_UNREACHABLE',
        details: { cause: 'command_not_started', systemCode },
      });
    }
    expect(before).toEqual(expect.arrayContaining(await ownFolders()));
    await rm(folder, { recursive: true });
  });

  test('exceeds its memory is ended, with the reason', async () => {
    if (process.platform !== 'linux') return;
    await expect((await open(target('healthy', { maxMemoryMb: 300 }))).callTool('eat', {})).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE',
      details: { cause: 'memory_exceeded', maxMemoryMb: 300 },
    });
  });

  test('runs for too long is ended, with the reason', async () => {
    // The seconds count from the start: on a stalled machine they may be too few for the handshake.
    const session = await waitUntil(() => open(target('healthy', { maxSeconds: 3 })), 40_000);
    await expect(session.callTool('hang', {})).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE',
      details: { maxSeconds: 3 },
    });
    await waitUntil(() => !isAlive(pidOf(session)));
  }, 60_000);
});

describe('limits:', () => {
  test('a silent call ends with its timeout, and the next one is answered', async () => {
    const session = await open();
    await expect(session.callTool('hang', {}, { timeouts: { idleMs: 200 } })).rejects.toMatchObject({
      code: 'TIMEOUT',
      details: { method: 'tools/call' },
    });
    expect(await textOf(session, 'echo')).toBe('{}');
  });

  test("a cancelled call rejects at once with the caller's reason, and the server receives it", async () => {
    const wire: WireMessage[] = [];
    const session = await open(target(), { onWire: (message) => wire.push(message) });
    const [abort, reason] = [new AbortController(), new Error('enough')];
    const call = failureOf(session.callTool('hang', {}, { signal: abort.signal }));
    await waitUntil(() => wire.some(({ direction, text }) => direction === 'sent' && text.includes('"hang"')));
    abort.abort(reason);
    expect(await call).toBe(reason);
    await waitUntil(() =>
      wire.some(({ direction, text }) => direction === 'sent' && text.includes('notifications/cancelled')),
    );
  });

  test('a result of 10 MB passes unchanged', async () => {
    expect(
      (await (await open()).callTool('large', {})).json ===
        JSON.stringify({ content: [{ type: 'text', text: 'ü'.repeat(5 * MEGABYTE) }] }),
    ).toBe(true);
  });
});

describe('when a session ends,', () => {
  test('its command ends, with all processes that it started', async () => {
    const session = await open();
    const child = Number(await textOf(session, 'fork'));
    expect([isAlive(child), isAlive(pidOf(session))]).toEqual([true, true]);
    await session.close();
    expect([isAlive(child), isAlive(pidOf(session))]).toEqual([false, false]);
  });

  test('a process that has left the process group ends', async () => {
    if (process.platform !== 'linux') return;
    const session = await open();
    const child = Number(await textOf(session, 'escape'));
    await session.close();
    expect(isAlive(child)).toBe(false);
  });

  test('the end of this process can wait until all commands have ended', async () => {
    const [first, second] = await Promise.all([open(target('stubborn')), open(target('stubborn'))]);
    void first.close();
    await endAllCommands();
    expect([first, second].map((session) => isAlive(pidOf(session)))).toEqual([false, false]);
    expect(await ownFolders()).toEqual([]);
  });

  test('a command that ignores signals ends', async () => {
    const session = await open(target('stubborn'));
    await session.close();
    expect(isAlive(pidOf(session))).toBe(false);
  });

  test('by a cancelled connection attempt, its command ends as well', async () => {
    const wire: WireMessage[] = [];
    const abort = new AbortController();
    const dir = await mkdtemp(join(tmpdir(), 'assay-gone-'));
    const connecting = failureOf(
      connectSession(target('mute', { dir }), { signal: abort.signal, onWire: (message) => wire.push(message) }),
    );
    await waitUntil(() => wire.length > 0);
    abort.abort('no more');
    expect(await connecting).toBe('no more');
    await waitUntil(
      async () => !(await commandLines()).some((line) => line.includes(stdioServerFile) && line.includes('mute')),
    );
    await rm(dir, { recursive: true });
  });
});

test('the dialect of a command is cached, so that the next session does not probe', async () => {
  const [dialects, wire] = [new DialectCache(), [] as WireMessage[]];
  await open(target(), { dialects });
  await open(target(), { dialects, onWire: (message) => wire.push(message) });
  expect(wire[0]!.text).toContain('"initialize"');
});

/** The folders of this process's sessions. */
const ownFolders = async (): Promise<string[]> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith(`assay-stdio-${process.pid}-`));

/** The command lines of all processes, as `ps` has them. */
const commandLines = async (): Promise<string[]> =>
  (await promisify(execFile)('ps', ['-eo', 'args'])).stdout.split('\n');
