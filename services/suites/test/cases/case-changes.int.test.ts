import { operations } from '@assay/contract/operations';
import type { Db } from '@assay/kit/postgres/db';
import { readCostOf } from '@assay/testkit/database/read-cost';
import { findCase } from '../../src/store/cases/cases.ts';
import {
  ask,
  broken,
  call,
  stopCaseFixture,
  create,
  caseFixture,
  list,
  newSuite,
  startCaseFixture,
  perCase,
  project,
  read,
  refusal,
  remote,
  source,
  update,
  withModel,
} from '../support/case-calls.ts';
import { nested } from '../support/nested.ts';

beforeAll(startCaseFixture);
afterAll(stopCaseFixture);

describe('a case that is changed', () => {
  const full = {
    title: 'x',
    steps: [ask],
    expectedOutput: 'hi',
    scenario: 'shy',
    repetitions: 4,
    passThreshold: 0.5,
    intent: 'i',
    kind: 'capability',
    matchOptions: { maxExtraToolCalls: 1, arguments: 'exact' },
    checks: { mode: 'extend', list: [] },
    judge: { enabled: false },
    import: { status: 'unresolved' },
    suppressedSuiteStandardCheckIds: ['call.schema'],
    advancedConfig: { failOnToolError: false },
  };

  test('keeps the fields that a patch leaves out', async () => {
    const suiteId = await newSuite(perCase);
    const { updatedAt: _, ...before } = await create(suiteId, { ...full, source });
    const after = await update(suiteId, before.id, { title: 'y' });
    expect(after).toEqual({ ...before, title: 'y', revision: 2, updatedAt: expect.any(Number) });
    expect(await read(suiteId, before.id)).toEqual(after);
  });

  test('loses fields that are null', async () => {
    const suiteId = await newSuite(perCase);
    const { id } = await create(suiteId, full);
    const cleared = Object.fromEntries(
      [
        'expectedOutput',
        'scenario',
        'repetitions',
        'passThreshold',
        'intent',
        'kind',
        'matchOptions',
        'checks',
        'judge',
        'import',
        'advancedConfig',
      ].map((key) => [key, null]),
    );
    expect(await update(suiteId, id, { ...cleared, suppressedSuiteStandardCheckIds: [] })).toEqual({
      id,
      declaredId: expect.any(String),
      revision: 2,
      title: 'x',
      steps: [ask],
      iterations: 4,
      isNegative: false,
      models: [],
      createdAt: expect.any(Number),
      updatedAt: expect.any(Number),
    });
  });

  test('has its match options merged, under either of their names', async () => {
    const suiteId = await newSuite(perCase);
    const { id } = await create(suiteId, full);
    expect((await update(suiteId, id, { matchOptions: { extraToolCalls: 7 } })).matchOptions).toEqual({
      toolCallOrder: 'any',
      extraToolCalls: 7,
      arguments: 'exact',
    });
    expect((await update(suiteId, id, { matchOptions: { maxExtraToolCalls: 2 } })).matchOptions).toMatchObject({
      extraToolCalls: 2,
    });
  });

  test('has no new revision when nothing changes', async () => {
    const suiteId = await newSuite();
    const before = await create(suiteId, { title: 'x', steps: [call], intent: 'a' });
    expect(
      await update(suiteId, before.id, { title: 'x', steps: [call], intent: 'a', kind: null, iterations: 1 }),
    ).toEqual(before);
  });

  test('by two editors of different fields loses neither change', async () => {
    const suiteId = await newSuite();
    const { id } = await create(suiteId, { title: 'x', steps: [call] });
    await Promise.all([
      update(suiteId, id, { title: 'y' }),
      update(suiteId, id, { intent: 'i' }),
      update(suiteId, id, { iterations: 9 }),
    ]);
    expect(await read(suiteId, id)).toMatchObject({ title: 'y', intent: 'i', iterations: 9, revision: 4 });
  });

  test('over an old revision is a conflict', async () => {
    const suiteId = await newSuite();
    const { id } = await create(suiteId, { title: 'x', steps: [call] });
    const edits = await Promise.allSettled(
      ['y', 'z'].map((title) => update(suiteId, id, { title, expectedRevision: 1 })),
    );
    expect(edits.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: {
        code: 'CONFLICT',
        details: { currentRevision: 2, changes: [{ revision: 2, changed: ['/title'], changedBy: 'usr_1' }] },
      },
    });
    expect(edits.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test.each<[string, object, object, string, object?]>([
    ['an unknown key', {}, { color: 'red' }, '/color'],
    ['another id', {}, { id: 'a' }, '/id'],
    ['another source', {}, { source }, '/source'],
    ['no title', {}, { title: null }, '/title'],
    ['no steps', {}, { steps: [] }, '/steps'],
    ['a prompt in the place of its only call', { steps: [call] }, { steps: [ask] }, '/steps'],
    ['a call in the place of its prompt', {}, { steps: [call] }, '/steps'],
    [
      'a server that the suite does not have',
      {},
      { steps: [ask, { ...call, serverName: 'files' }] },
      '/steps/1/serverName',
    ],
    ['an id twice', {}, { steps: [ask, ask] }, '/steps/1/id'],
    ['repetitions, where the suite is decided on its accuracy', {}, { repetitions: 2 }, '/repetitions'],
    [
      'JSON nested without end',
      {},
      { checks: { mode: 'extend', list: [{ type: 'toolResultMatchesSchema', schema: nested(200) }] } },
      '',
    ],
    [
      'a pattern that is none',
      {},
      { steps: [ask, { id: 'a', kind: 'assert', assertion: broken }] },
      '/steps/1/assertion/pattern',
    ],
    ['a schema in another document', {}, { checks: { mode: 'extend', list: [remote] } }, '/checks/list/0/schema'],
    ['a key too many in a model', {}, { models: [{ model: 'm', temperature: 1 }] }, '/models/0/temperature'],
    ['an approval in its import', {}, { import: { status: 'approximated', approval: {} } }, '/import/approval'],
  ])('to %s is refused with the path, and nothing is written', async (_, made, patch, path, suite = withModel) => {
    const suiteId = await newSuite(suite);
    const before = await create(suiteId, { title: 'x', steps: [ask], ...made });
    await expect(update(suiteId, before.id, { expectedOutput: 'written', ...patch })).rejects.toMatchObject(
      refusal(path),
    );
    expect(await read(suiteId, before.id)).toEqual(before);
  });

  test('is not checked for fields that the patch does not touch', async () => {
    const suiteId = await newSuite(perCase);
    const { id } = await create(suiteId, full);
    await caseFixture.pool.query('update suites set body = $1 where id = $2', [{ serverIds: ['srv_files'] }, suiteId]);
    await expect(update(suiteId, id, { title: 'y', repetitions: null })).resolves.toMatchObject({
      title: 'y',
      passThreshold: 0.5,
    });
  });

  test('that does not exist, or belongs to another project, is NOT_FOUND', async () => {
    const suiteId = await newSuite();
    const { id: caseId } = await create(suiteId, { title: 'x', steps: [call] });
    await expect(update(suiteId, 'case_none', {})).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(update(await newSuite(), caseId, {})).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(
      caseFixture.call(operations.updateEvalCase, { projectId: 'prj_2', suiteId, caseId, declaredSuiteId: '' }, {}),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('a deleted case is gone, the others stay, and the next one comes after them', async () => {
  const suiteId = await newSuite();
  const [first] = await list(suiteId);
  const target = { ...project, suiteId, caseId: first!.id, declaredSuiteId: '' };
  const { id } = await create(suiteId, { title: 'x', steps: [call] });
  expect(await caseFixture.call(operations.deleteEvalCase, target)).toEqual({ id: first!.id, deleted: true });
  await expect(caseFixture.call(operations.deleteEvalCase, target)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(
    caseFixture.call(operations.deleteEvalCase, { ...target, caseId: id }, { force: true }),
  ).rejects.toMatchObject(refusal('/force'));
  const next = await create(suiteId, { title: 'y', steps: [ask] });
  expect((await list(suiteId)).map((each) => each.id)).toEqual([id, next.id]);
});

test('a read of one case reads no other one of its suite when Postgres has no statistics', async () => {
  const suiteId = await newSuite();
  for (let i = 0; i < 20; i++) await create(suiteId, { title: `case ${i}`, steps: [{ ...ask, prompt: `Say ${i}.` }] });
  const { id } = (await list(suiteId))[0]!;
  const read = (db: Db) => findCase(db, project.projectId, suiteId, id);
  expect((await readCostOf(caseFixture.pool, 'cases', read)).rows).toBe(1);
});
