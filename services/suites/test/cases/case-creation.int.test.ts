import { operations } from '@assay/contract/operations';
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

const cyclic = { type: 'toolResultMatchesSchema', schema: { $ref: '#' } };
const conflict = (reason: string) => ({ code: 'CONFLICT', details: { reason } });

describe('a case that is added', () => {
  test('is the last one and comes back with all its fields', async () => {
    const suiteId = await newSuite(perCase);
    const said = {
      title: 'Greets',
      steps: [ask],
      expectedOutput: 'hi',
      scenario: 'shy',
      iterations: 3,
      repetitions: 4,
      passThreshold: 0,
      isNegative: true,
      intent: 'greeting',
      kind: 'regression',
      models: [{ model: 'gpt', provider: 'openai' }],
      checks: { mode: 'replace', list: [{ type: 'noToolErrors' }] },
      judge: { enabled: false },
      import: { status: 'exact', sourceCaseKey: 'k', note: 'One to one.' },
      source,
      advancedConfig: { failOnToolError: false },
    };
    const created = await create(suiteId, {
      id: 'my-case',
      ...said,
      matchOptions: { arguments: 'exact' },
      suppressedSuiteStandardCheckIds: ['userValue.turns', 'call.schema', 'call.schema'],
    });
    expect(created).toEqual({
      id: expect.stringMatching(/^case_/),
      declaredId: 'my-case',
      revision: 1,
      ...said,
      matchOptions: { toolCallOrder: 'any', extraToolCalls: 'unlimited', arguments: 'exact' },
      suppressedSuiteStandardCheckIds: ['call.schema', 'userValue.turns'],
      createdAt: expect.any(Number),
      updatedAt: expect.any(Number),
    });
    expect((await list(suiteId)).at(-1)).toEqual(created);
  });

  test('has defaults, no absent key, and an id of its own', async () => {
    const created = await create(await newSuite(), {
      title: 'plain',
      steps: [call],
      models: [{ model: 'unused' }],
      matchOptions: null,
      checks: null,
      judge: null,
    });
    expect(created).toEqual({
      id: expect.any(String),
      declaredId: expect.stringMatching(/^c_[\w-]{21}$/),
      revision: 1,
      title: 'plain',
      steps: [call],
      iterations: 1,
      isNegative: false,
      models: [],
      createdAt: expect.any(Number),
      updatedAt: expect.any(Number),
    });
  });

  test('without iterations takes its repetitions as iterations', async () => {
    expect(await create(await newSuite(perCase), { title: 'x', steps: [ask], repetitions: 4 })).toMatchObject({
      iterations: 4,
      repetitions: 4,
    });
  });

  test.each<[string, object, string, object?]>([
    ['an unknown key', { color: 'red' }, '/color'],
    ['an id with a blank', { id: 'a b' }, '/id'],
    ['an id that is too long', { id: 'a'.repeat(129) }, '/id'],
    ['a blank title', { title: ' ' }, '/title'],
    ['no steps', { steps: [] }, '/steps'],
    ['too many steps', { steps: Array.from({ length: 201 }, (_, i) => ({ ...call, id: String(i) })) }, '/steps'],
    ['an id twice', { steps: [call, call] }, '/steps/1/id'],
    ['a blank prompt', { steps: [{ ...ask, prompt: ' ' }] }, '/steps/0/prompt'],
    ['a server that the suite does not have', { steps: [{ ...call, serverName: 'files' }] }, '/steps/0/serverName'],
    ['arguments without end', { steps: [{ ...call, arguments: { a: 'x'.repeat(100_000) } }] }, '/steps/0/arguments'],
    ['an intent with blanks around it', { intent: ' a' }, '/intent'],
    ['too many iterations', { iterations: 11 }, '/iterations'],
    ['repetitions, where the suite is decided on its accuracy', { repetitions: 2 }, '/repetitions'],
    ['a pass threshold, where the suite is decided on its accuracy', { passThreshold: 0.5 }, '/passThreshold'],
    ['a pass threshold in percent', { passThreshold: 80 }, '/passThreshold', perCase],
    ['a blank model', { models: [{ model: ' ' }] }, '/models/0/model'],
    ['an exact import without a note', { import: { status: 'exact' } }, '/import/note'],
    ['an approval in its import', { import: { status: 'approximated', approvedBy: 'me' } }, '/import/approvedBy'],
    ['a source that ends before it starts', { source: { ...source, endLine: 2 } }, '/source/endLine'],
    ['a source hash that is none', { source: { ...source, fileHash: 'A'.repeat(64) } }, '/source/fileHash'],
    ['a key too many in a model', { models: [{ model: 'm', temperature: 1 }] }, '/models/0/temperature'],
    [
      'a pattern that is none',
      { steps: [call, { id: 'a', kind: 'assert', assertion: broken }] },
      '/steps/1/assertion/pattern',
    ],
    [
      'a schema in another document',
      { checks: { mode: 'extend', list: [{ type: 'noToolErrors' }, remote] } },
      '/checks/list/1/schema',
    ],
    ['a schema without end', { checks: { mode: 'extend', list: [cyclic] } }, '/checks/list/0/schema'],
    ['JSON nested without end', { steps: [{ ...call, arguments: { a: nested(200) } }] }, ''],
    [
      'more than a megabyte',
      {
        steps: Array.from({ length: 20 }, (_, i) => ({ ...call, id: String(i), arguments: { a: 'x'.repeat(60_000) } })),
      },
      '',
    ],
  ])('with %s is refused with the path, and not written', async (_, body, path, suite = withModel) => {
    const suiteId = await newSuite(suite);
    await expect(create(suiteId, { title: 'x', steps: [call], ...body })).rejects.toMatchObject(refusal(path));
    expect(await list(suiteId)).toHaveLength(1);
  });

  test.each<[string, object]>([
    ['INVALID_ITEM', { color: 'red' }],
    ['INVALID_CASE_ID', { id: 'a b' }],
    ['INVALID_IMPORT', { import: { status: 'exact' } }],
    ['INVALID_CASE', { steps: [call, call] }],
    ['UNSTORABLE_ITEM', { steps: [{ ...call, arguments: { a: nested(200) } }] }],
    [
      'ITEM_TOO_LARGE',
      {
        steps: Array.from({ length: 20 }, (_, i) => ({ ...call, id: String(i), arguments: { a: 'x'.repeat(60_000) } })),
      },
    ],
  ])('that is refused has a refusal code of the batch operation: %s', async (reason, body) => {
    await expect(create(await newSuite(), { title: 'x', steps: [call], ...body })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { reason, issues: [{ message: expect.any(String) }] },
    });
  });

  test('under an id that is taken is a conflict', async () => {
    const suiteId = await newSuite();
    await create(suiteId, { id: 'mine', title: 'x', steps: [call] });
    await expect(create(suiteId, { id: 'mine', title: 'y', steps: [ask] })).rejects.toMatchObject(
      conflict('DUPLICATE_CASE_ID'),
    );
    await expect(create(await newSuite(), { id: 'mine', title: 'x', steps: [call] })).resolves.toMatchObject({
      declaredId: 'mine',
    });
  });

  test('that repeats another is a conflict that names it', async () => {
    const suiteId = await newSuite();
    const { id } = await create(suiteId, { title: 'The first', steps: [{ ...call, arguments: { a: 1, b: 2 } }] });
    const again = create(suiteId, {
      title: 'The second',
      steps: [{ ...call, id: 'other', arguments: { b: 2, a: 1 } }],
    });
    await expect(again).rejects.toMatchObject({
      ...conflict('DUPLICATE_CONTENT'),
      message: expect.stringMatching(`the same as the case ${id} \\("The first"\\)`),
    });
    const prompt = 'Please list all of the open orders of our best customer';
    await create(suiteId, { title: 'Orders', steps: [{ ...ask, prompt }] });
    await expect(
      create(suiteId, { title: 'Orders, too', steps: [{ ...ask, prompt: `${prompt} today!` }] }),
    ).resolves.toMatchObject({ title: 'Orders, too' });
    await expect(
      create(suiteId, { title: 'Not', steps: [{ ...ask, prompt }], isNegative: true }),
    ).resolves.toMatchObject({ isNegative: true });
  });

  test('repeats the present content of a case, not the content before a change', async () => {
    const suiteId = await newSuite();
    const { id } = await create(suiteId, { title: 'x', steps: [{ ...call, arguments: { a: 1 } }] });
    await update(suiteId, id, { steps: [{ ...call, arguments: { a: 2 } }] });
    await expect(create(suiteId, { title: 'y', steps: [{ ...call, arguments: { a: 2 } }] })).rejects.toMatchObject(
      conflict('DUPLICATE_CONTENT'),
    );
    await expect(create(suiteId, { title: 'y', steps: [{ ...call, arguments: { a: 1 } }] })).resolves.toMatchObject({
      title: 'y',
    });
  });

  test('is written once per idempotency key, also in concurrent requests', async () => {
    const suiteId = await newSuite();
    const body = { title: 'x', steps: [call] };
    const answers = await Promise.all([1, 2, 3].map(() => create(suiteId, body, 'key')));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await list(suiteId)).toHaveLength(2);
    await expect(create(suiteId, { ...body, title: 'y' }, 'key')).rejects.toMatchObject(
      conflict('IDEMPOTENCY_CONFLICT'),
    );
    const asBob = { ...caseFixture.memberOf(project.projectId), userId: 'usr_bob' };
    await expect(
      caseFixture.call(
        operations.createEvalCase,
        { ...project, suiteId, declaredSuiteId: '', idempotencyKey: 'key' },
        { title: 'of Bob', steps: [{ ...call, arguments: { of: 'Bob' } }] },
        asBob,
      ),
    ).resolves.toMatchObject({ title: 'of Bob' });
  });

  test('is answered with the stored case when repeated, also when its suite has changed since', async () => {
    const suiteId = await newSuite();
    const body = { title: 'x', steps: [ask] };
    const { id } = await create(suiteId, body, 'key');
    await caseFixture.pool.query('update suites set body = $1 where id = $2', [{ serverIds: [] }, suiteId]);
    await expect(create(suiteId, body, 'key')).resolves.toMatchObject({ id });
  });

  test('to a missing suite, or one of another project, is NOT_FOUND', async () => {
    const target = { suiteId: await newSuite(), declaredSuiteId: '', idempotencyKey: '' };
    for (const place of [
      { ...target, projectId: 'prj_2' },
      { ...target, ...project, suiteId: 'suite_none' },
    ]) {
      await expect(
        caseFixture.call(operations.createEvalCase, place, { title: 'x', steps: [call] }),
      ).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    }
  });
});

test('a case that exceeds the room of its suite is refused, also as a change', async () => {
  const suiteId = await newSuite();
  const { id } = await create(suiteId, { title: 'x', steps: [call] });
  await caseFixture.pool.query(
    `insert into cases (id, suite_id, position, body, content_hash) values ('large_' || $1, $1, 99, json_build_object('x', repeat('x', 33553000)), '')`,
    [suiteId],
  );
  const full = { code: 'VALIDATION_ERROR', details: { reason: 'UNSTORABLE_ITEM' } };
  await expect(create(suiteId, { title: 'y', steps: [{ ...ask, prompt: 'x'.repeat(2_000) }] })).rejects.toMatchObject(
    full,
  );
  await expect(update(suiteId, id, { expectedOutput: 'x'.repeat(2_000) })).rejects.toMatchObject(full);
  expect(await read(suiteId, id)).toMatchObject({ revision: 1 });
});
