import { operations } from '@assay/contract/operations';
import { unseal } from '@assay/kit/security/seal';
import { registryEntry, startRegistry } from '@assay/testkit/registry-directory';
import { startTestCatalog, type TestCatalog } from './start.ts';

type Directory = Awaited<ReturnType<typeof startRegistry>>;
export let registryFixture: TestCatalog;
export let officialDirectory: Directory;
export let ownDirectory: Directory;

export const weatherEntry = registryEntry('com.example/weather', '1.0.0', {
  title: 'Weather',
  websiteUrl: 'javascript:alert(1)',
  repository: { url: 'https://github.com/example/weather', source: 'github' },
  remotes: [
    {
      type: 'streamable-http',
      url: 'https://{tenant}.weather.example/mcp',
      variables: { tenant: { description: 'Who you are', isRequired: true } },
      headers: [
        { name: 'X-API-Key', isRequired: true, isSecret: true },
        { name: 'X-Units', default: 'metric', choices: ['metric', 'imperial'] },
        { name: 'Authorization', value: 'Bearer {token} {not_one}', variables: { token: { isSecret: true } } },
      ],
    },
  ],
});
export const notesEntry = registryEntry('io.github.ada/notes', '2.0.0', {
  remotes: [
    { type: 'sse', url: 'https://notes.example/sse', headers: [{ name: 'X-Key', isRequired: true, isSecret: true }] },
  ],
  packages: [
    {
      registryType: 'npm',
      registryBaseUrl: 'https://registry.npmjs.org',
      identifier: '@ada/notes',
      version: '2.0.0',
      transport: { type: 'stdio' },
      runtimeHint: 'npx',
      packageArguments: [
        { type: 'positional', value: 'start' },
        { type: 'named', name: '--folder', isRequired: true, format: 'filepath' },
        { type: 'named', name: '--verbose' },
        { type: 'named', name: '--port', default: '80' },
        { type: 'positional', valueHint: 'extra' },
      ],
      environmentVariables: [
        { name: 'NOTES_TOKEN', isRequired: true, isSecret: true },
        { name: 'LOG', default: 'info' },
      ],
    },
  ],
});
const image = registryEntry('com.example/image', '3.1.0', {
  packages: [
    {
      registryType: 'oci',
      registryBaseUrl: 'https://ghcr.io',
      identifier: 'example/image',
      version: '3.1.0',
      transport: { type: 'stdio' },
      runtimeArguments: [
        {
          type: 'named',
          name: '--mount',
          value: 'type=bind,src={source},dst=/project',
          variables: { source: { isRequired: true, format: 'filepath' } },
        },
      ],
      environmentVariables: [{ name: 'A', value: 'fixed' }],
    },
  ],
});
const python = registryEntry('org.example/python', '0.5.0', {
  packages: [{ registryType: 'pypi', identifier: 'weather-mcp', version: '0.5.0', transport: { type: 'stdio' } }],
});
const described = registryEntry('com.example/described', '1.0.0');

beforeAll(async () => {
  [officialDirectory, ownDirectory] = await Promise.all([
    startRegistry([
      weatherEntry,
      null,
      notesEntry,
      { server: { name: 'no version/x' } },
      image,
      python,
      described,
      registryEntry('com.example/old', '0.9.0', {}, { isLatest: false }),
      registryEntry('com.example/old', '1.0.0'),
    ]),
    startRegistry([
      registryEntry('corp.internal/tools', '1.0.0', {
        remotes: [{ type: 'streamable-http', url: 'https://tools.corp.internal/mcp' }],
      }),
    ]),
  ]);
  registryFixture = await startTestCatalog({
    registrySources: [
      { name: 'official', url: officialDirectory.origin },
      { name: 'own', url: ownDirectory.origin },
    ],
  });
});
beforeEach(async () => {
  officialDirectory.fail = ownDirectory.fail = undefined;
  officialDirectory.requests.length = ownDirectory.requests.length = 0;
  await registryFixture.pool.query('delete from registry_answers; delete from servers');
});
afterAll(() => Promise.all([registryFixture, officialDirectory, ownDirectory].map((each) => each.stop())));

export const projectTarget = () => ({ projectId: registryFixture.projectId });
export const searchDirectory = (query: object = {}) => registryFixture.call(operations.listDirectoryServers, {}, query);
export const readDirectory = (idOrName: string, query: object = {}) =>
  registryFixture.call(operations.getDirectoryServer, { idOrName }, query);
export const installServer = (body: object) =>
  registryFixture.call(operations.installDirectoryServer, projectTarget(), body);
export const savedServer = (serverId: string) =>
  registryFixture.call(operations.getProjectServer, { ...projectTarget(), serverId });
export const credentialsOf = async (id: string) => {
  const {
    rows: [row],
  } = await registryFixture.pool.query<{ credentials: Buffer | null }>(
    'select credentials from servers where id = $1',
    [id],
  );
  return (
    row!.credentials &&
    (JSON.parse(unseal(row!.credentials, registryFixture.keyEncryptionKey, `server:${id}`).toString()) as object)
  );
};
export const agesOut = () =>
  registryFixture.pool.query("update registry_answers set fetched_at = now() - interval '1 hour'");
