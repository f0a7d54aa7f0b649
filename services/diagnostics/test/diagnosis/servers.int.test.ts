import { DoctorReport, ValidateResult } from '@assay/contract/areas/diagnosis/documents';
import { ToolPage } from '@assay/contract/areas/primitives/documents';
import type { Operation } from '@assay/contract/operation';
import { operations } from '@assay/contract/operations';
import { parser } from '@assay/kit/json/parse';
import { startFaultyServer, type FaultyPath, type FaultyServer } from '@assay/testkit/mcp-servers/faulty-servers';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { startModernServer, type ModernServer } from '@assay/testkit/mcp-servers/modern-server';
import { waitUntil } from '@assay/testkit/until';
import { startTestDiagnostics, type TestDiagnostics } from '../support/start.ts';

let fixture: TestDiagnostics;
let everything: McpServerProcess;
let older: McpServerProcess;
let modern: ModernServer;
let faulty: FaultyServer;

beforeAll(async () => {
  [fixture, everything, older, modern, faulty] = await Promise.all([
    startTestDiagnostics(),
    sharedEverythingServer({ transport: 'streamableHttp' }),
    sharedEverythingServer({ transport: 'sse' }),
    startModernServer(),
    startFaultyServer(),
  ]);
});
afterAll(() => Promise.all([fixture, everything, older, modern, faulty].map((each) => each.stop())));

const { validateServer, runDoctor, listTools, callTool } = operations;
const asking = { validateServer, runDoctor, listTools, callTool };
const call = { toolName: 'echo', parameters: { message: 'hi' } };
const agrees = { validate: parser(ValidateResult), tools: parser(ToolPage), doctor: parser(DoctorReport) };

test.each([
  ['a 1.x server', () => everything.url, '2025-11-25', 'streamable-http'],
  ['a server of the older transport', () => older.url, '2025-11-25', 'sse'],
  ['a 2.x server', () => modern.url, '2026-07-28', 'streamable-http'],
])(
  '%s validates, lists its tools, answers a call and passes the doctor',
  async (_, url, protocolVersion, transport) => {
    const at = fixture.save(url());
    const validated = await fixture.send(operations.validateServer, at);
    expect(agrees.validate(validated)).toMatchObject({
      success: true,
      status: 'connected',
      initInfo: { protocolVersion, transport, capabilities: { tools: {} } },
    });
    expect(agrees.tools(await fixture.send(operations.listTools, at))).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ name: 'echo' })]),
    });
    expect(JSON.parse((await fixture.send(operations.callTool, at, call)).toString())).toMatchObject({
      content: [{ type: 'text', text: expect.stringMatching(/hi$/) }],
    });
    const report = agrees.doctor(await fixture.send(operations.runDoctor, at));
    expect(report).toMatchObject({
      status: 'ready',
      error: null,
      target: { serverId: at.serverId, label: 'Printer' },
      probe: { status: 'ready' },
      connection: { status: 'connected' },
      initInfo: { protocolVersion },
    });
    expect(Object.keys(report.checks)).toEqual([
      'probe',
      'connection',
      'initialization',
      'capabilities',
      'tools',
      'resources',
      'resourceTemplates',
      'prompts',
    ]);
  },
);

test.each(Object.entries<Operation>(asking))(
  '%s: an unknown server, a foreign server and a caller outside of the project meet NOT_FOUND',
  async (_, operation) => {
    const elsewhere = fixture.save(everything.url, { projectId: 'prj_2' });
    await expect(
      fixture.send(operation, { projectId: fixture.projectId, serverId: 'srv_none' }, call),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(fixture.send(operation, elsewhere, call)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(fixture.send(operation, { ...elsewhere, projectId: fixture.projectId }, call)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  },
);

test('a disabled server can be diagnosed and not used', async () => {
  const off = fixture.save(everything.url, { enabled: false });
  expect(await fixture.call(operations.validateServer, off)).toMatchObject({ success: true });
  expect(await fixture.call(operations.runDoctor, off)).toMatchObject({ status: 'ready' });
  await expect(fixture.send(operations.listTools, off)).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(fixture.send(operations.callTool, off, call)).rejects.toMatchObject({ code: 'CONFLICT' });
});

test.each<[FaultyPath, string]>([
  ['/html', 'SERVER_UNREACHABLE'],
  ['/garbage', 'SERVER_UNREACHABLE'],
  ['/error', 'SERVER_UNREACHABLE'],
  ['/unauthorized', 'UNAUTHORIZED'],
  ['/oauth', 'OAUTH_REQUIRED'],
  ['/forbidden', 'FORBIDDEN'],
  ['/insufficient-scope', 'FORBIDDEN'],
])('validating a server that answers like %s fails with %s', async (path, code) => {
  await expect(fixture.send(operations.validateServer, fixture.save(faulty.url(path)))).rejects.toMatchObject({
    code,
    details: { phase: 'initialize' },
  });
});

test('a hanging or stopped server fails in time, with a report of what was outstanding', async () => {
  await Promise.all([
    expect(fixture.call(operations.runDoctor, fixture.save(faulty.url('/silent')))).resolves.toMatchObject({
      status: 'error',
      error: { code: 'TIMEOUT' },
      probe: { status: 'error' },
    }),
    expect(fixture.send(operations.validateServer, fixture.save(faulty.url('/silent')))).rejects.toMatchObject({
      code: 'TIMEOUT',
      details: { phase: 'connect', method: 'initialize' },
    }),
    expect(fixture.send(operations.validateServer, fixture.save('http://no-such-host.invalid/'))).rejects.toMatchObject(
      {
        code: 'SERVER_UNREACHABLE',
        details: { cause: 'name_not_resolved', nextStep: expect.any(String) as string },
      },
    ),
  ]);
});

test.each<[string, () => string, string, string]>([
  ['the name does not resolve', () => 'http://no-such-host.invalid/', 'error', 'SERVER_UNREACHABLE'],
  ['it answers HTML', () => faulty.url('/html'), 'error', 'SERVER_UNREACHABLE'],
  ['it accepts no credentials', () => faulty.url('/unauthorized'), 'error', 'UNAUTHORIZED'],
])('the doctor reports when %s', async (_, url, status, code) => {
  expect(agrees.doctor(await fixture.send(operations.runDoctor, fixture.save(url())))).toMatchObject({
    status,
    error: { code },
    initInfo: null,
    connection: { status: 'error' },
    checks: { probe: { status: 'error' }, tools: { status: 'skipped' } },
  });
});

test('the doctor stops at a server that needs OAuth and says how to begin', async () => {
  const at = fixture.save(faulty.url('/oauth'));
  const resourceMetadataUrl = `${new URL(faulty.url('/oauth')).origin}/.well-known/oauth-protected-resource/oauth`;
  expect(agrees.doctor(await fixture.send(operations.runDoctor, at))).toMatchObject({
    status: 'oauth_required',
    connection: { status: 'skipped' },
    checks: { probe: { status: 'ok' }, connection: { status: 'skipped' } },
    probe: { status: 'oauth_required', oauth: { required: true, resourceMetadataUrl } },
    error: { code: 'OAUTH_REQUIRED', details: { resourceMetadataUrl, registrationStrategies: [] } },
  });
});

test('a rejected credential is a finding of the doctor, and the probe continues', async () => {
  const at = fixture.save(faulty.url('/oauth'), { headers: { Authorization: 'Bearer stale' } });
  expect(await fixture.call(operations.runDoctor, at)).toMatchObject({
    status: 'oauth_required',
    connection: { status: 'error' },
    checks: { probe: { status: 'ok' }, connection: { status: 'error' }, tools: { status: 'skipped' } },
  });
});

test('the doctor skips capabilities that a server does not declare', async () => {
  expect(await fixture.call(operations.runDoctor, fixture.save(faulty.url('/no-tools')))).toMatchObject({
    status: 'ready',
    checks: { tools: { status: 'skipped' }, prompts: { status: 'skipped' } },
  });
});

test('the saved headers are sent to the server', async () => {
  const at = fixture.save(everything.url, { headers: { authorization: 'Bearer secret-of-the-header' } });
  expect(await fixture.call(operations.runDoctor, at)).toMatchObject({ status: 'ready' });
  expect(JSON.stringify(await fixture.call(operations.runDoctor, at))).not.toContain('secret-of-the-header');
});

test('a server without tools answers FEATURE_NOT_SUPPORTED for listing and calling them', async () => {
  const at = fixture.save(faulty.url('/no-tools'));
  await expect(fixture.send(operations.listTools, at)).rejects.toMatchObject({ code: 'FEATURE_NOT_SUPPORTED' });
  await expect(fixture.send(operations.callTool, at, call)).rejects.toMatchObject({ code: 'FEATURE_NOT_SUPPORTED' });
});

test('a failing tool is an answer', async () => {
  expect(await fixture.send(operations.callTool, fixture.save(faulty.url('/tools')), { toolName: 'fails' })).toEqual(
    Buffer.from('{"content":[{"type":"text","text":"The printer is on fire."}],"isError":true}'),
  );
});

test('a result of 10 MB arrives byte for byte', async () => {
  const bytes = await fixture.send(operations.callTool, fixture.save(faulty.url('/tools')), { toolName: 'large' });
  expect(bytes.equals(Buffer.from(`{"content":[{"type":"text","text":"${'x'.repeat(10 * 1024 * 1024)}"}]}`))).toBe(
    true,
  );
});

test('a hanging call ends with the saved timeout of the server', async () => {
  await expect(
    fixture.send(operations.callTool, fixture.save(faulty.url('/tools'), { timeoutMs: 300 }), { toolName: 'hang' }),
  ).rejects.toMatchObject({
    code: 'TIMEOUT',
    details: { phase: 'request', method: 'tools/call', serverId: expect.any(String) },
  });
});

test('the server receives a cancellation when the caller disconnects', async () => {
  const { started, cancelled } = faulty.calls.hangWithProgress;
  const abort = new AbortController();
  const gone = fixture
    .send(
      operations.callTool,
      fixture.save(faulty.url('/tools')),
      { toolName: 'hangWithProgress' },
      { signal: abort.signal },
    )
    .catch((error: unknown) => error);
  await waitUntil(() => faulty.calls.hangWithProgress.started > started);
  abort.abort();
  expect(await gone).toMatchObject({ name: 'Problem' });
  await waitUntil(() => faulty.calls.hangWithProgress.cancelled > cancelled);
});

test.each([
  ['no tool name', {}, '/toolName'],
  ['an empty tool name', { toolName: '' }, '/toolName'],
  ['parameters that are a list', { toolName: 'echo', parameters: [] }, '/parameters'],
])('a call with %s is refused naming the path', async (_, input, path) => {
  await expect(fixture.send(operations.callTool, fixture.save(everything.url), input)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: [{ path }] },
  });
});

test('a body that is not JSON is refused, and ids in a body have no effect', async () => {
  const at = fixture.save(everything.url);
  await expect(fixture.send(operations.callTool, at, '{"toolName"')).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
  expect(
    await fixture.call(operations.validateServer, at, { serverId: 'srv_other', projectId: 'prj_2' }),
  ).toMatchObject({
    success: true,
  });
});

test.each(['task', 'taskOptions'])('running a tool as a task (%s) is not supported', async (key) => {
  await expect(
    fixture.send(operations.callTool, fixture.save(everything.url), { ...call, [key]: { ttl: 1 } }),
  ).rejects.toMatchObject({
    code: 'FEATURE_NOT_SUPPORTED',
  });
});

test('an invalid cursor is passed to the server', async () => {
  expect(await fixture.call(operations.listTools, fixture.save(everything.url), { cursor: 'x' })).toHaveProperty(
    'items',
  );
});
