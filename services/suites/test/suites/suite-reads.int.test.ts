import { operations } from '@assay/contract/operations';
import { AuthoringService } from '@assay/mesh/gen/assay/v1/suites';
import { listSuites } from '../../src/store/suites/listed-suites.ts';
import { hasSuite } from '../../src/store/suites/suites.ts';
import { draft, startTestSuites, type TestSuites } from '../support/start.ts';

let fixture: TestSuites;
beforeAll(async () => {
  fixture = await startTestSuites();
});
afterAll(() => fixture.stop());

const project = { projectId: 'prj_1' };

test('neither a list of suites nor a check of one reads their settings', async () => {
  const { suiteId } = await fixture.call(operations.createEvalSuite, project, draft());
  const tx = await fixture.pool.connect();
  try {
    await tx.query('begin');
    await tx.query('alter table suites drop column body');
    expect((await listSuites(tx, 'prj_1', {}, undefined, 1)).map(({ id }) => id)).toEqual([suiteId]);
    expect(await hasSuite(tx, 'prj_1', suiteId)).toBe(true);
  } finally {
    await tx.query('rollback');
    tx.release();
  }
});

describe('objects of another project do not exist', () => {
  let suiteId: string;
  let caseId: string;
  beforeAll(async () => {
    const created = await fixture.call(operations.createEvalSuite, project, draft());
    ({ suiteId } = created);
    caseId = created.caseUpsert.committed[0]!.id;
  });
  const elsewhere = { projectId: 'prj_2' };

  test('neither the suite', () =>
    expect(fixture.call(operations.getEvalSuite, { ...elsewhere, suiteId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    }));
  test('nor for a service that asks whether there is one', async () => {
    expect(await fixture.mesh.call(AuthoringService.assertSuite, { ...project, suiteId })).toEqual({});
    await expect(fixture.mesh.call(AuthoringService.assertSuite, { ...elsewhere, suiteId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
  test('nor its cases', () =>
    expect(fixture.call(operations.listEvalCases, { ...elsewhere, suiteId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    }));
  test('nor one of them', () =>
    expect(fixture.call(operations.getEvalCase, { ...elsewhere, suiteId, caseId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    }));

  test('and a caller who was authorized for another project is refused', async () => {
    await expect(
      fixture.call(operations.getEvalSuite, { ...project, suiteId }, {}, fixture.memberOf('prj_2')),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

test('pages of suites are newest first, do not overlap, and end', async () => {
  const target = { projectId: 'prj_2' };
  const ids: string[] = [];
  for (let i = 0; i < 5; i++)
    ids.unshift((await fixture.call(operations.createEvalSuite, target, draft({ serverIds: ['srv_other'] }))).suiteId);
  const first = await fixture.call(operations.listEvalSuites, target, { limit: '3' });
  const second = await fixture.call(operations.listEvalSuites, target, { cursor: first.nextCursor });
  expect([...first.items, ...second.items].map(({ id }) => id).slice(0, 5)).toEqual(ids);
  expect(second).not.toHaveProperty('nextCursor');
  await expect(fixture.call(operations.listEvalSuites, project, { cursor: first.nextCursor })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
});
