import type { InitInfo } from '@assay/contract/areas/diagnosis/documents';
import { Problem, type ProblemCode } from '@assay/contract/problem';
import { doctorReport } from './doctor-report.ts';
import type { DoctorFindings, ListOutcomes } from './findings.ts';

const patient = {
  projectId: 'prj_1',
  serverId: 'srv_1',
  label: 'Printer',
  kind: 'http' as const,
  url: 'https://printer.example/mcp',
  mask: (text: string) => text,
};
const info: InitInfo = {
  protocolVersion: '2025-06-18',
  transport: 'streamable-http',
  serverInfo: { name: 'printer', version: '2' },
  capabilities: { tools: {}, logging: {} },
};
const connected = { value: info };
const failure = (code: ProblemCode, phase = 'connect') => ({ problem: new Problem(code, `It is ${code}.`, { phase }) });
const lists: ListOutcomes = {
  tools: { value: [{ name: 'print', _meta: { hidden: 1 } }, { name: 'scan' }] },
  resources: { value: [{ uri: 'a:b' }] },
  resourceTemplates: { value: [] },
  prompts: undefined,
};
const healthy: DoctorFindings = { probe: connected, hasCredential: false, connection: connected, lists };
const oauth = { registrationStrategies: ['dcr' as const], resourceMetadataUrl: 'https://m' };
const report = (findings: DoctorFindings) => doctorReport(patient, findings, new Date(0));
const statuses = ({ checks }: ReturnType<typeof report>) =>
  Object.fromEntries(Object.entries(checks).map(([name, { status }]) => [name, status]));

const ALL_SKIPPED = {
  initialization: 'skipped',
  capabilities: 'skipped',
  tools: 'skipped',
  resources: 'skipped',
  resourceTemplates: 'skipped',
  prompts: 'skipped',
};
const ALL_OK = {
  probe: 'ok',
  connection: 'ok',
  initialization: 'ok',
  capabilities: 'ok',
  tools: 'ok',
  resources: 'ok',
  resourceTemplates: 'ok',
  prompts: 'skipped',
};

test.each<[string, DoctorFindings, string, Record<string, string>, string | undefined]>([
  ['everything works', healthy, 'ready', ALL_OK, undefined],
  [
    'the server wants OAuth and no credential is saved',
    { probe: failure('OAUTH_REQUIRED', 'initialize'), oauth, hasCredential: false },
    'oauth_required',
    { probe: 'ok', connection: 'skipped', ...ALL_SKIPPED },
    'OAUTH_REQUIRED',
  ],
  [
    'the server wants OAuth and the saved credential opens it',
    { ...healthy, probe: failure('OAUTH_REQUIRED', 'initialize'), oauth, hasCredential: true },
    'ready',
    ALL_OK,
    undefined,
  ],
  [
    'the saved credential is no good',
    {
      probe: failure('OAUTH_REQUIRED', 'initialize'),
      oauth,
      hasCredential: true,
      connection: failure('OAUTH_REQUIRED', 'initialize'),
    },
    'oauth_required',
    { probe: 'ok', connection: 'error', ...ALL_SKIPPED },
    'OAUTH_REQUIRED',
  ],
  [
    'strangers are turned away, we are not',
    { ...healthy, probe: failure('UNAUTHORIZED', 'initialize'), hasCredential: true },
    'ready',
    ALL_OK,
    undefined,
  ],
  [
    'every request is refused',
    {
      probe: failure('UNAUTHORIZED', 'initialize'),
      hasCredential: false,
      connection: failure('UNAUTHORIZED', 'initialize'),
    },
    'error',
    { probe: 'error', connection: 'error', ...ALL_SKIPPED },
    'UNAUTHORIZED',
  ],
  [
    'the server is down',
    { probe: failure('SERVER_UNREACHABLE'), hasCredential: false, connection: failure('SERVER_UNREACHABLE') },
    'error',
    { probe: 'error', connection: 'error', ...ALL_SKIPPED },
    'SERVER_UNREACHABLE',
  ],
  [
    'it came up in between',
    { ...healthy, probe: failure('TIMEOUT'), hasCredential: true },
    'partial',
    { ...ALL_OK, probe: 'error' },
    'TIMEOUT',
  ],
  [
    'a list cannot be read',
    { ...healthy, lists: { ...lists, tools: failure('INTERNAL_ERROR') } },
    'partial',
    { ...ALL_OK, tools: 'error' },
    'INTERNAL_ERROR',
  ],
  [
    'a declared list is not there',
    { ...healthy, lists: { ...lists, resources: failure('FEATURE_NOT_SUPPORTED') } },
    'partial',
    { ...ALL_OK, resources: 'error' },
    'FEATURE_NOT_SUPPORTED',
  ],
  [
    'there are no resource templates',
    { ...healthy, lists: { ...lists, resourceTemplates: failure('FEATURE_NOT_SUPPORTED') } },
    'ready',
    { ...ALL_OK, resourceTemplates: 'skipped' },
    undefined,
  ],
])('%s', (_, findings, status, checks, code) => {
  const made = report(findings);
  expect([made.status, statuses(made), made.error?.code]).toEqual([status, checks, code]);
});

test('a ready report has all that was captured, and tools without their _meta', () => {
  expect(report(healthy)).toMatchObject({
    target: {
      kind: 'http',
      scope: 'hosted',
      projectId: 'prj_1',
      serverId: 'srv_1',
      label: 'Printer',
      url: patient.url,
    },
    generatedAt: '1970-01-01T00:00:00.000Z',
    error: null,
    probe: {
      url: patient.url,
      status: 'ready',
      protocolVersion: '2025-06-18',
      transport: 'streamable-http',
      initialize: info,
      oauth: { required: false },
    },
    connection: { status: 'connected' },
    initInfo: info,
    capabilities: info.capabilities,
    tools: [{ name: 'print' }, { name: 'scan' }],
    toolsMetadata: { print: { hidden: 1 } },
    resources: [{ uri: 'a:b' }],
    resourceTemplates: [],
    prompts: [],
  });
  expect(report(healthy).tools[0]).not.toHaveProperty('_meta');
});

test('a report without a connection has null and empty lists', () => {
  expect(
    report({ probe: failure('SERVER_UNREACHABLE'), hasCredential: false, connection: failure('SERVER_UNREACHABLE') }),
  ).toMatchObject({
    connection: { status: 'error' },
    initInfo: null,
    capabilities: null,
    tools: [],
    toolsMetadata: {},
    resources: [],
    resourceTemplates: [],
    prompts: [],
  });
});

test.each<[string, NonNullable<DoctorFindings['probe']>, string]>([
  ['no server listens', failure('SERVER_UNREACHABLE', 'connect'), 'error'],
  ['the server does not speak MCP', failure('SERVER_UNREACHABLE', 'initialize'), 'reachable'],
  ['the address is refused', { problem: new Problem('VALIDATION_ERROR', 'No.') }, 'error'],
])('the probe reports that %s', (_, probe, status) => {
  expect(report({ probe, hasCredential: false, connection: probe }).probe).toMatchObject({
    status,
    protocolVersion: '2025-11-25',
    transport: null,
    error: { code: expect.any(String) },
  });
});

test('a needed grant is reported with the way to get it', () => {
  const made = report({ probe: failure('OAUTH_REQUIRED', 'initialize'), oauth, hasCredential: false });
  expect(made.error).toMatchObject({ details: oauth });
  expect(made.probe).toMatchObject({ status: 'oauth_required', oauth: { required: true, ...oauth } });
});
