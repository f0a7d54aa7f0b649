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
});
