import { operations } from '@assay/contract/operations';
import { nested } from '../support/nested.ts';
import { draft, startTestSuites, type TestSuites } from '../support/start.ts';

let fixture: TestSuites;
beforeAll(async () => {
  fixture = await startTestSuites();
});
afterAll(() => fixture.stop());

const project = { projectId: 'prj_1' };
const call = (a: number) => ({
  id: 'c1',
  kind: 'toolCall',
  serverName: 'everything',
  toolName: 'add',
  arguments: { a },
});
const plain = (a: number, more: object = {}) => ({ title: `case ${a}`, steps: [call(a)], ...more });
const newSuite = async () => (await fixture.call(operations.createEvalSuite, project, draft())).suiteId;
const write = (suiteId: string, body: object, idempotencyKey = '', declaredSuiteId = '') =>
  fixture.call(operations.createEvalCases, { ...project, suiteId, declaredSuiteId, idempotencyKey }, body);
const titles = async (suiteId: string) =>
  (await fixture.call(operations.listEvalCases, { ...project, suiteId })).items.map(({ title }) => title).slice(1);

test('every case is written independently, in the order of the batch', async () => {
  const suiteId = await newSuite();
  const result = await write(suiteId, { cases: [plain(1, { id: 'one' }), { title: 'bad', id: 'two' }, plain(3)] });
  expect(result).toEqual({
    created: [
      { index: 0, id: expect.stringMatching(/^case_/), declaredId: 'one', title: 'case 1', replayed: false },
      { index: 2, id: expect.any(String), declaredId: expect.stringMatching(/^c_/), title: 'case 3', replayed: false },
    ],
    failed: [{ index: 1, title: 'bad', declaredId: 'two', code: 'INVALID_ITEM', message: '/steps is required.' }],
    duplicatePolicy: { effectivePolicy: 'block', coerced: false },
  });
  expect(await titles(suiteId)).toEqual(['case 1', 'case 3']);
});

test('a batch takes 1,000 cases, and refuses one of them alone', async () => {
  const suiteId = await newSuite();
  const cases = Array.from({ length: 1_000 }, (_, i) => (i === 999 ? { title: 'bad' } : plain(i)));
  const { created, failed } = await write(suiteId, { cases });
  expect([created.length, created.at(-1)?.title]).toEqual([999, 'case 998']);
  expect(failed).toMatchObject([{ index: 999, code: 'INVALID_ITEM', message: '/steps is required.' }]);
});

test.each<[string, object, string, RegExp]>([
  ['INVALID_ITEM', { title: 'x', steps: [call(9)], color: 'red' }, 'x', /^\/color /],
  ['INVALID_ITEM', { title: 7 }, '', /^\/steps /],
  ['INVALID_CASE_ID', plain(9, { id: 'a b' }), 'case 9', /^\/id /],
  ['INVALID_CASE_ID', plain(9, { id: 7 }), 'case 9', /^\/id /],
  ['DUPLICATE_CASE_ID', plain(9, { id: 'present' }), 'case 9', /has a case of the id present/],
  ['DUPLICATE_CASE_ID', plain(9, { id: 'beside' }), 'case 9', /Another case of the request/],
  ['DUPLICATE_CONTENT', plain(1, { title: 'again' }), 'again', /the same as the case case_\w+ \("case 1"\)/],
  ['DUPLICATE_CONTENT', plain(2, { title: 'again' }), 'again', /the same as the case case_\w+ \("case 2"\)/],
  ['INVALID_CASE', { title: 'x', steps: [call(9), call(9)] }, 'x', /^\/steps\/1\/id /],
  [
    'INVALID_CASE',
    plain(9, { checks: { mode: 'extend', list: [{ type: 'responseMatches', pattern: '(' }] } }),
    'case 9',
    /^\/checks\/list\/0\/pattern /,
  ],
  ['INVALID_CASE', plain(9, { repetitions: 2 }), 'case 9', /^\/repetitions /],
  ['INVALID_IMPORT', plain(9, { import: { status: 'exact' } }), 'case 9', /^\/import\/note /],
  [
    'INVALID_IMPORT',
    plain(9, { import: { status: 'approximated', approvedAt: 1 } }),
    'case 9',
    /^\/import\/approvedAt /,
  ],
  ['UNSTORABLE_ITEM', { title: 'x', steps: [{ ...call(9), arguments: { a: nested(101) } }] }, 'x', /nested deeper/],
  ['ITEM_TOO_LARGE', plain(9, { scenario: 'x'.repeat(1_048_577) }), 'case 9', /more than 1048576 bytes/],
])('%s is reported for its case, and the others are written: %#', async (code, item, title, message) => {
  const suiteId = await newSuite();
  await write(suiteId, { cases: [plain(1, { id: 'present' })] });
  const { created, failed } = await write(suiteId, { cases: [plain(2, { id: 'beside' }), item, plain(3)] });
  expect(created.map(({ index }) => index)).toEqual([0, 2]);
  expect(failed).toMatchObject([{ index: 1, ...(title && { title }), code, message: expect.stringMatching(message) }]);
});

test.each<[string, object, string]>([
  ['no cases', { cases: [] }, '/cases'],
  ['too many cases', { cases: Array.from({ length: 1_001 }, (_, i) => plain(i)) }, '/cases'],
  ['a case that is not an object', { cases: [plain(1), null] }, '/cases/1'],
  ['an unknown key', { cases: [plain(1)], color: 'red' }, '/color'],
  ['a policy without a reason', { cases: [plain(1)], duplicatePolicy: 'warn' }, '/overrideReason'],
  ['another such policy', { cases: [plain(1)], duplicatePolicy: 'create_anyway' }, '/overrideReason'],
  ['an empty reason', { cases: [plain(1)], duplicatePolicy: 'warn', overrideReason: '' }, '/overrideReason'],
])('a batch with %s is refused as a whole with the path', async (_, body, path) => {
  const suiteId = await newSuite();
  await expect(write(suiteId, body)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: [{ path }] },
  });
  expect(await titles(suiteId)).toEqual([]);
});

describe('a repeated case', () => {
  const prompt = 'Please list all of the open orders of our best customer';
  const asks = (text: string, title: string) => ({
    title,
    steps: [{ id: 'p', kind: 'prompt', prompt: text }],
    models: [{ model: 'scripted/rules' }],
  });
  const cases = [asks(prompt, 'one'), asks(prompt, 'two'), asks(`${prompt} now`, 'three')];

  test('is not written under `block`, also not within one batch', async () => {
    const suiteId = await newSuite();
    const { failed } = await write(suiteId, { cases, duplicatePolicy: 'block' });
    expect(failed.map(({ index, code }) => [index, code])).toEqual([
      [1, 'DUPLICATE_CONTENT'],
      [2, 'DUPLICATE_CONTENT'],
    ]);
    expect([failed[0]!.message, failed[1]!.message]).toEqual([
      expect.stringContaining('does the same as'),
      expect.stringContaining('nearly the same as'),
    ]);
  });

  test('is written with a warning under `warn`, and the reason is kept', async () => {
    const suiteId = await newSuite();
    const { created, failed, duplicatePolicy } = await write(suiteId, {
      cases,
      duplicatePolicy: 'warn',
      overrideReason: 'They are meant.',
    });
    expect([created.map(({ warnings }) => warnings?.map(({ code }) => code)), failed]).toEqual([
      [undefined, ['DUPLICATE_CONTENT'], ['DUPLICATE_CONTENT']],
      [],
    ]);
    expect(created[1]!.warnings![0]!.message).toContain(created[0]!.id);
    expect(duplicatePolicy).toEqual({ requestedPolicy: 'warn', effectivePolicy: 'warn', coerced: false });
    const { rows } = await fixture.pool.query(
      'select distinct override_reason from cases where suite_id = $1 and position > 0',
      [suiteId],
    );
    expect(rows).toEqual([{ override_reason: 'They are meant.' }]);
  });

  test('is written without a warning under `create_anyway`', async () => {
    const { created } = await write(await newSuite(), {
      cases,
      duplicatePolicy: 'create_anyway',
      overrideReason: 'They are meant.',
    });
    expect(created.map(({ warnings }) => warnings)).toEqual([undefined, undefined, undefined]);
  });

  test('is not written under an unknown policy, which reads as `block` and is reported', async () => {
    const { created, duplicatePolicy, warnings } = await write(await newSuite(), { cases, duplicatePolicy: 'yolo' });
    expect([created.length, duplicatePolicy]).toEqual([
      1,
      { requestedPolicy: 'yolo', effectivePolicy: 'block', coerced: true },
    ]);
    expect(warnings).toMatchObject([{ code: 'UNKNOWN_DUPLICATE_POLICY' }]);
  });
});

describe('a batch that is repeated with its key', () => {
  test.each<[string, string, string]>([
    ['by another user', 'key', 'usr_bob'],
    ['that is blank', '  ', 'usr_1'],
    ['that is longer than a key may be', 'k'.repeat(257), 'usr_1'],
  ])('%s is another one', async (_, key, userId) => {
    const [suiteId, body] = [
      await newSuite(),
      { cases: [plain(1)], duplicatePolicy: 'create_anyway', overrideReason: 'again' },
    ];
    const as = (user: string) =>
      fixture.call(
        operations.createEvalCases,
        { ...project, suiteId, declaredSuiteId: '', idempotencyKey: key },
        body,
        {
          ...fixture.memberOf(project.projectId),
          userId: user,
        },
      );
    expect([await as('usr_1'), await as(userId)]).toMatchObject([
      { created: [{ replayed: false }] },
      { created: [{ replayed: false }] },
    ]);
  });

  test('adds only what is missing', async () => {
    const suiteId = await newSuite();
    const first = await write(suiteId, { cases: [plain(1), { title: 'bad' }, plain(3, { id: 'three' })] }, 'key');
    const second = await write(suiteId, { cases: [plain(1), plain(2), plain(3, { id: 'three' })] }, 'key');
    expect(second.failed).toEqual([]);
    expect(second.created.map(({ replayed }) => replayed)).toEqual([true, false, true]);
    expect([second.created[0]!.id, second.created[2]!.id]).toEqual(first.created.map(({ id }) => id));
    expect(await titles(suiteId)).toEqual(['case 1', 'case 3', 'case 2']);
  });

  test('answers the present state of a case, and reports another case under its key', async () => {
    const suiteId = await newSuite();
    const {
      created: [made],
    } = await write(suiteId, { cases: [plain(1)] }, 'key');
    await fixture.call(
      operations.updateEvalCase,
      { ...project, suiteId, caseId: made!.id, declaredSuiteId: '' },
      { title: 'renamed' },
    );
    expect((await write(suiteId, { cases: [plain(1)] }, 'key')).created).toMatchObject([
      { title: 'renamed', replayed: true },
    ]);
    expect((await write(suiteId, { cases: [plain(2)] }, 'key')).failed).toMatchObject([
      { code: 'IDEMPOTENCY_CONFLICT' },
    ]);
  });

  test('answers the stored cases, also when the suite has changed since', async () => {
    const suiteId = await newSuite();
    const {
      created: [made],
    } = await write(suiteId, { cases: [plain(1)] }, 'key');
    await fixture.pool.query('update suites set body = $1 where id = $2', [{ serverIds: ['srv_files'] }, suiteId]);
    const again = await write(suiteId, { cases: [plain(1), plain(2)] }, 'key');
    expect([again.created, again.failed]).toMatchObject([
      [{ index: 0, id: made!.id, replayed: true }],
      [{ index: 1, code: 'INVALID_CASE' }],
    ]);
  });

  test('writes a case again that was deleted meanwhile', async () => {
    const suiteId = await newSuite();
    const {
      created: [made],
    } = await write(suiteId, { cases: [plain(1)] }, 'key');
    await fixture.call(operations.deleteEvalCase, { ...project, suiteId, caseId: made!.id, declaredSuiteId: '' });
    expect((await write(suiteId, { cases: [plain(1)] }, 'key')).created).toMatchObject([{ replayed: false }]);
  });

  test('at the same time writes every case once', async () => {
    const suiteId = await newSuite();
    const body = { cases: Array.from({ length: 100 }, (_, i) => plain(i)) };
    const results = await Promise.all([1, 2, 3].map(() => write(suiteId, body, 'key')));
    expect(results.flatMap(({ created }) => created.filter(({ replayed }) => !replayed))).toHaveLength(100);
    expect(new Set(results.map(({ created }) => created.map(({ id }) => id).join())).size).toBe(1);
    expect(await titles(suiteId)).toHaveLength(100);
  });
});

test("a batch for a suite that a file owns needs the file's id", async () => {
  const suiteId = await newSuite();
  await fixture.pool.query('update suites set managed_by = $1, declared_id = $2 where id = $3', [
    'ci',
    'file',
    suiteId,
  ]);
  await expect(write(suiteId, { cases: [plain(1)] })).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { reason: 'CI_OWNED_SUITE_READ_ONLY' },
  });
  await expect(write(suiteId, { cases: [plain(1)] }, '', 'file')).resolves.toMatchObject({ created: [{ index: 0 }] });
});

test('a batch for a suite of another project is not found', async () => {
  const target = { projectId: 'prj_2', suiteId: await newSuite(), declaredSuiteId: '', idempotencyKey: '' };
  await expect(fixture.call(operations.createEvalCases, target, { cases: [plain(1)] })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});
