import { operations } from '@assay/contract/operations';
import { startTestCatalog, type TestCatalog } from '../support/start.ts';

let fixture: TestCatalog;
let labels = Promise.withResolvers<string[]>();
beforeAll(async () => {
  fixture = await startTestCatalog({
    localRunner: {
      get labels() {
        return labels.promise;
      },
    },
  });
});
beforeEach(() => {
  labels = Promise.withResolvers();
});
afterAll(() => fixture.stop());

let count = 0;
const command = () => ({ name: `server ${++count}`, enabled: true, transportType: 'stdio', command: 'npx' });
const project = () => ({ projectId: fixture.projectId });
const create = (server: object, idempotencyKey = '') =>
  fixture.call(operations.createProjectServer, { ...project(), idempotencyKey }, server);
const edit = (serverId: string, patch: object) =>
  fixture.call(operations.updateProjectServer, { ...project(), serverId }, patch);
const warning = (next: string) => ({
  code: 'runner_missing',
  message: expect.stringMatching(new RegExp(`RUNNER_ALLOWED_COMMANDS.*${next}\\.$`)) as string,
  setting: 'RUNNER_ALLOWED_COMMANDS',
});

test('a saved command carries a warning when the local runner may not start commands', async () => {
  labels.resolve(['lab']);
  const server = command();
  const saved = await create(server, 'key');
  expect(saved.warnings).toEqual([warning('a runner with the label stdio')]);
  expect((await create(server, 'key')).warnings).toEqual(saved.warnings);
  expect((await edit(saved.id, { runnerLabels: ['eu'] })).warnings).toEqual([
    warning('a runner with the labels eu, stdio'),
  ]);
  const at = { ...project(), serverId: saved.id };
  expect(await fixture.call(operations.getProjectServer, at, {})).not.toHaveProperty('warnings');
  expect(await edit(saved.id, { transportType: 'http', url: 'https://mcp.example/mcp' })).not.toHaveProperty(
    'warnings',
  );
});

test.each([
  ['may start commands', ['stdio']],
  ['is started by itself', undefined],
])('a saved command carries no warning when the local runner %s', async (_, known) => {
  if (known) labels.resolve(known);
  expect(await create(command())).not.toHaveProperty('warnings');
});
