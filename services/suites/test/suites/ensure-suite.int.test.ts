import { AuthoringService } from '@assay/mesh/gen/assay/v1/suites';
import { operations } from '@assay/contract/operations';
import { draft, startTestSuites, type TestSuites } from '../support/start.ts';

let fixture: TestSuites;
beforeAll(async () => {
  fixture = await startTestSuites();
});
afterAll(() => fixture.stop());

const ensure = (name: string, more: { projectId?: string; description?: string; serverNames?: string[] } = {}) =>
  fixture.mesh.call(AuthoringService.ensureSuite, {
    projectId: 'prj_1',
    name,
    description: '',
    serverNames: [],
    ...more,
  });

test('a missing suite is created empty, over the servers that are saved here', async () => {
  const { suiteId } = await ensure('nightly', {
    description: 'From CI.',
    serverNames: ['everything', 'it does not exist', 'everything'],
  });
  expect(await fixture.call(operations.getEvalSuite, { projectId: 'prj_1', suiteId })).toMatchObject({
    name: 'nightly',
    description: 'From CI.',
    managedBy: 'app',
    revisionNumber: 1,
    environment: { servers: ['srv_everything'] },
  });
});

test('an existing suite with that name is returned as it is', async () => {
  const { suiteId } = await fixture.call(operations.createEvalSuite, { projectId: 'prj_1' }, draft({ name: 'smoke' }));
  expect(await ensure('smoke', { description: 'other', serverNames: ['files'] })).toEqual({ suiteId, name: 'smoke' });
  expect(await fixture.call(operations.getEvalSuite, { projectId: 'prj_1', suiteId })).toMatchObject({
    revisionNumber: 1,
    environment: { servers: ['srv_everything'] },
  });
});

test('a name is unique per project', async () => {
  const here = await ensure('shared');
  const there = await ensure('shared', { projectId: 'prj_2', serverNames: ['everything', 'files'] });
  expect(there.suiteId).not.toBe(here.suiteId);
  expect(await fixture.call(operations.getEvalSuite, { projectId: 'prj_2', suiteId: there.suiteId })).toMatchObject({
    environment: { servers: ['srv_other'] },
  });
});

test('concurrent requests all return the same suite', async () => {
  const found = await Promise.all(Array.from({ length: 12 }, () => ensure('raced')));
  expect(new Set(found.map(({ suiteId }) => suiteId)).size).toBe(1);
  const { items } = await fixture.call(operations.listEvalSuites, { projectId: 'prj_1' });
  expect(items.filter(({ name }) => name === 'raced')).toHaveLength(1);
});

test('a deleted suite is created again', async () => {
  const { suiteId } = await ensure('fleeting');
  const caller = fixture.memberOf('prj_1');
  await fixture.mesh.call(AuthoringService.removeSuite, { projectId: 'prj_1', suiteId }, { caller });
  expect((await ensure('fleeting')).suiteId).not.toBe(suiteId);
});
