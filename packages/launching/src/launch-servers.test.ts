import type { BundleServer, ResolvedBundle } from '@assay/contract/areas/environments/bundle';
import type { Problem } from '@assay/contract/problem';
import { plainClient } from '@assay/testkit/clients/plain-client';
import { assertLaunchable, launchServersOf, savedServerIdsOf, type FoundServer } from './launch-servers.ts';

const saved = (id: string, more: Partial<BundleServer> = {}): BundleServer => ({
  id,
  name: `${id} of a moment ago`,
  isOptional: false,
  ...more,
});
const declared: BundleServer = {
  id: 'psrv_1',
  name: 'files',
  isOptional: false,
  pluginVersionId: 'pver_1',
  declaration: { command: 'files', args: [] },
};
const found = (id: string, more: Partial<FoundServer> = {}): FoundServer => ({
  id,
  name: id,
  enabled: true,
  transport: 'http',
  runnerLabels: [],
  ...more,
});
const bundleOf = (servers: BundleServer[], more: Partial<ResolvedBundle> = {}): ResolvedBundle => ({
  environment: { id: 'env_1', name: 'staging', revision: 1 },
  client: {
    id: 'host_1',
    name: 'Desk',
    configId: 'config_1',
    versionId: 'cver_1',
    versionNumber: 1,
    config: plainClient({ optionalServerIds: ['b'] }),
  },
  effectiveModelId: 'scripted/rules',
  modelSource: 'host',
  selectedServerIds: servers.map(({ id }) => id),
  servers,
  pluginVersions: [],
  skills: [],
  ...more,
});
const environment = { environmentId: 'env_1' };

test('a launch against an environment uses its servers in their order, by their present names', () =>
  expect(
    launchServersOf(bundleOf([saved('b'), declared, saved('a', { isOptional: true })]), environment, [
      found('a', { runnerLabels: ['lab'] }),
      found('b'),
    ]),
  ).toEqual({
    servers: [
      { id: 'b', name: 'b', isOptional: true },
      { id: 'psrv_1', name: 'files', pluginVersionId: 'pver_1' },
      { id: 'a', name: 'a', isOptional: true },
    ],
    declaredServers: [{ id: 'psrv_1', declaration: declared.declaration }],
    runnerLabels: ['lab', 'stdio'],
  }));

test('a launch without an environment uses the servers that it selects', () =>
  expect(
    launchServersOf(bundleOf([], { environment: null }), { serverIds: ['a', 'b'] }, [found('a'), found('b')]),
  ).toEqual({
    servers: [
      { id: 'a', name: 'a' },
      { id: 'b', name: 'b', isOptional: true },
    ],
    declaredServers: [],
    runnerLabels: [],
  }));

test('a server that a plugin brings by its address needs no label', () => {
  const remote = { ...declared, declaration: { url: 'https://mcp.example/mcp' } };
  expect(launchServersOf(bundleOf([remote]), environment, [])).toMatchObject({ runnerLabels: [] });
});

test('only the saved servers of a bundle are asked of catalog', () =>
  expect(savedServerIdsOf({ servers: [saved('a'), declared, saved('b')] })).toEqual(['a', 'b']));

const off = found('a', { enabled: false });
test.each<[string, Parameters<typeof launchServersOf>[1], FoundServer[], string, Record<string, unknown>]>([
  ['of an environment that was deleted', environment, [], 'CONFLICT', { code: 'ENV_SERVER_DELETED', serverIds: ['a'] }],
  ['of an environment that is off', environment, [off], 'CONFLICT', { code: 'ENV_SERVER_DISABLED', serverIds: ['a'] }],
  ['that is selected and off', { serverIds: ['a'] }, [off], 'CONFLICT', { serverId: 'a' }],
  [
    'that is selected and unknown',
    { serverIds: ['b', 'a'] },
    [found('b')],
    'VALIDATION_ERROR',
    { serverId: 'a', issues: [{ path: '/serverIds/1', message: 'is not a server of this project' }] },
  ],
])('a server %s refuses the launch', (_, selected, servers, code, details) => {
  const launch = () => launchServersOf(bundleOf([saved('a')]), selected, servers);
  expect(launch).toThrow(expect.objectContaining<Partial<Problem>>({ code: code as Problem['code'], details }));
});

test('a server group may be launched when all of its servers are there and switched on', () => {
  expect(() => assertLaunchable(['a', 'b'], [found('b'), found('a')])).not.toThrow();
  expect(() => assertLaunchable(['a', 'b'], [found('b')])).toThrow('deleted');
});
