import { operations } from '@assay/contract/operations';
import {
  stopSuiteFixture,
  create,
  suiteFixture,
  startSuiteFixture,
  refusal,
  revisions,
  update,
} from '../support/suite-calls.ts';

beforeAll(startSuiteFixture);
afterAll(stopSuiteFixture);

describe('revisions of a suite', () => {
  test('have each state, its author and its changes, newest first', async () => {
    const suiteId = await create({ name: 'history' });
    await update(suiteId, { tags: ['x'], settings: { minimumAccuracy: 90, judge: { threshold: 0.5 } } });
    await update(suiteId, { name: 'renamed' });
    const { items } = await revisions(suiteId);
    expect(items).toMatchObject([
      { revisionNumber: 3, createdBy: 'usr_1', changed: ['/name'], suite: { name: 'renamed', tags: ['x'] } },
      {
        revisionNumber: 2,
        createdBy: 'usr_1',
        changed: ['/tags', '/settings/minimumAccuracy', '/settings/judge/threshold'],
        suite: { name: 'history', settings: { minimumAccuracy: 90 } },
      },
      {
        revisionNumber: 1,
        createdBy: 'usr_1',
        changed: [],
        suite: { name: 'history', tags: [], settings: { minimumAccuracy: null } },
      },
    ]);
  });

  test('of a suite from before revisions begin with its present state', async () => {
    const suiteId = await create({ name: 'without' });
    await suiteFixture.pool.query('delete from suite_revisions where suite_id = $1', [suiteId]);
    const present = { revisionNumber: 1, changed: [], suite: { name: 'without' } };
    expect((await revisions(suiteId)).items).toMatchObject([present]);
    await update(suiteId, { name: 'with' });
    expect((await revisions(suiteId)).items).toMatchObject([
      { revisionNumber: 2, changed: ['/name'], suite: { name: 'with' } },
      present,
    ]);
  });

  test('come in pages that do not overlap, and end', async () => {
    const suiteId = await create();
    for (let i = 0; i < 4; i++) await update(suiteId, { description: String(i) });
    const first = await revisions(suiteId, { limit: '3' });
    const second = await revisions(suiteId, { limit: '3', cursor: first.nextCursor });
    expect([...first.items, ...second.items].map(({ revisionNumber }) => revisionNumber)).toEqual([5, 4, 3, 2, 1]);
    expect(second).not.toHaveProperty('nextCursor');
    await expect(revisions(await create(), { cursor: first.nextCursor })).rejects.toMatchObject(refusal('/cursor'));
  });

  test('an earlier one is restored as a new one, unless the suite changed meanwhile', async () => {
    const suiteId = await create({ name: 'restored', tags: ['a'] });
    await update(suiteId, { tags: [], settings: { gate: { minimumPassRate: 1 }, minimumAccuracy: 90 } });
    const restore = (revisionNumber: string, body: object = {}) =>
      suiteFixture.call(operations.restoreEvalSuiteRevision, { projectId: 'prj_1', suiteId, revisionNumber }, body);
    expect(await restore('1', { expectedRevision: 2 })).toMatchObject({
      revisionNumber: 3,
      tags: ['a'],
      settings: { gate: null, minimumAccuracy: null },
    });
    expect((await revisions(suiteId)).items.map(({ words }) => words)).toEqual([
      '1 tag added, and the line of the verdict removed, and the gate removed',
      '1 tag removed, and the line of the verdict set to 90\u202f%, and a gate of 1 rule added',
      'made',
    ]);
    await expect(restore('1', { expectedRevision: 2 })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(restore('9')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
