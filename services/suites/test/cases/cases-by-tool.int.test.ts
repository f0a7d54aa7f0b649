import { operations } from '@assay/contract/operations';
import { draft, startTestSuites, type TestSuites } from '../support/start.ts';

let fixture: TestSuites;
beforeAll(async () => {
  fixture = await startTestSuites();
});
afterAll(() => fixture.stop());

const at = { projectId: 'prj_1', serverId: 'srv_everything' };
const calls = (id: string, serverName: string, toolName: string, args: object) => ({
  id,
  kind: 'toolCall',
  serverName,
  toolName,
  arguments: args,
});
const expects = (id: string, toolName: string) => ({
  id,
  kind: 'assert',
  assertion: { type: 'toolCalledAtLeastOnce', toolName },
});

test('cases are listed by the tools of a server that their steps call and their assertions name', async () => {
  const create = (changes: object) => fixture.call(operations.createEvalSuite, { projectId: 'prj_1' }, draft(changes));
  const { suiteId } = await create({
    name: 'sums',
    serverIds: ['srv_everything', 'srv_files'],
    tests: [
      {
        title: 'adds',
        steps: [
          calls('s1', 'everything', 'add', { b: 2, a: 1 }),
          calls('s2', 'everything', 'add', { c: 3 }),
          calls('s3', 'files', 'read', { path: '/' }),
        ],
      },
      {
        title: 'asks',
        model: 'scripted/rules',
        steps: [{ id: 's1', kind: 'prompt', prompt: 'Add' }, expects('s2', 'add')],
      },
    ],
  });
  await create({
    name: 'files',
    serverIds: ['srv_files'],
    tests: [{ title: 'x', steps: [calls('s', 'files', 'add', {})] }],
  });
  const list = (query: object = {}) => fixture.call(operations.listCasesByTool, at, query);
  const { items } = await list({ toolName: 'add' });
  const common = { suiteId, suiteName: 'sums', caseId: expect.any(String), toolName: 'add' };
  expect(items).toEqual([
    { ...common, title: 'adds', isCalled: true, arguments: ['a', 'b', 'c'] },
    { ...common, title: 'asks', isCalled: false, arguments: [] },
  ]);
  const first = await list({ limit: 1 });
  expect([...first.items, ...(await list({ cursor: first.nextCursor })).items]).toEqual(items);
  await expect(fixture.call(operations.listCasesByTool, { ...at, serverId: 'srv_other' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});
