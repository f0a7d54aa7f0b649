import { operations } from '@assay/contract/operations';
import { draft, startTestSuites, type TestSuites } from '../support/start.ts';

let fixture: TestSuites;
beforeAll(async () => {
  fixture = await startTestSuites();
});
afterAll(() => fixture.stop());

const project = { projectId: 'prj_1' };

test('a server is found by its name in any spelling, and stored names are normalized', async () => {
  const typed = ' cafe\u0301';
  const step = { id: 's1', kind: 'toolCall', serverName: typed, toolName: 'echo', arguments: {} };
  const { suiteId } = await fixture.call(
    operations.createEvalSuite,
    project,
    draft({ serverIds: ['srv_cafe'], tests: [{ title: 'typed', steps: [step] }] }),
  );
  const {
    items: [made],
  } = await fixture.call(operations.listEvalCases, { ...project, suiteId });
  expect(made).toMatchObject({ steps: [{ serverName: 'caf\u00e9' }] });
  // As a version without normalized names stored it.
  await fixture.pool.query(`update cases set body = replace(body::text, $1, $2)::json where suite_id = $3`, [
    'caf\u00e9',
    'cafe\u0301',
    suiteId,
  ]);
  const updated = await fixture.call(
    operations.updateEvalSuite,
    { ...project, suiteId },
    { expectedRevision: 1, environment: { servers: ['everything', typed] } },
  );
  expect(updated).toMatchObject({ environment: { servers: ['srv_everything', 'srv_cafe'] } });
  await expect(
    fixture.call(
      operations.updateEvalSuite,
      { ...project, suiteId },
      { expectedRevision: 2, environment: { servers: ['everything'] } },
    ),
  ).rejects.toMatchObject({ details: { issues: [{ path: '/environment/servers' }] } });
});
