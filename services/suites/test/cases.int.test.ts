import type { Static } from 'typebox';
import type { FrozenCase } from '@assay/contract/documents/case';
import type { EvalAssertionTypes } from '@assay/contract/documents/replay';
import { AuthoringService } from '@assay/contract/gen/assay/v1/suites';
import { createEvalCase, deleteEvalCase, getEvalCase, listEvalAssertionTypes, listEvalCases, updateEvalCase } from '@assay/contract/operations/cases';
import { createEvalSuite } from '@assay/contract/operations/suites';
import { draft, startTestSuites, type TestSuites } from './start.ts';

let house: TestSuites;
beforeAll(async () => { house = await startTestSuites(); });
afterAll(() => house.stop());

const project = { projectId: 'prj_1' };
const ask = { id: 'p1', kind: 'prompt', prompt: 'Say hi.' };
const call = { id: 'c1', kind: 'toolCall', serverName: 'everything', toolName: 'add' };
const source = {
  format: 'markdown', method: 'ai', fileName: 'cases.md', fileHash: 'a'.repeat(64), excerpt: '# Hi', startLine: 3, endLine: 3, extractorVersion: '1',
};
const withModel = { model: 'scripted/rules' };
const newSuite = async (changes: object = withModel) => (await house.call(createEvalSuite, project, draft(changes))).suiteId;
const perCase = { model: 'scripted/rules', repetitions: 5, passThreshold: 0.8 };
const create = (suiteId: string, body: object, idempotencyKey = '') => house.call(createEvalCase, { ...project, suiteId, declaredSuiteId: '', idempotencyKey }, body);
const update = (suiteId: string, caseId: string, patch: object) => house.call(updateEvalCase, { ...project, suiteId, caseId, declaredSuiteId: '' }, patch);
const read = (suiteId: string, caseId: string) => house.call(getEvalCase, { ...project, suiteId, caseId });
const list = async (suiteId: string) => (await house.call(listEvalCases, { ...project, suiteId })).items;
const refusal = (path: string) => ({ code: 'VALIDATION_ERROR', details: { issues: [{ path }] } });
const broken = { type: 'responseMatches', pattern: '(' };
const remote = { type: 'toolResultMatchesSchema', schema: { $ref: 'https://x.example/s' } };
const cyclic = { type: 'toolResultMatchesSchema', schema: { $ref: '#' } };
const conflict = (reason: string) => ({ code: 'CONFLICT', details: { reason } });

describe('a case that is added', () => {
  test('stands last and comes back with everything that was said', async () => {
    const suiteId = await newSuite(perCase);
    const said = {
      title: 'Greets', steps: [ask], expectedOutput: 'hi', scenario: 'shy', iterations: 3, repetitions: 4, passThreshold: 0, isNegative: true, intent: 'greeting', kind: 'regression',
      models: [{ model: 'gpt', provider: 'openai' }], checks: { mode: 'replace', list: [{ type: 'noToolErrors' }] }, judge: { enabled: false },
      import: { status: 'exact', sourceCaseKey: 'k', note: 'One to one.' }, source, advancedConfig: { failOnToolError: false },
    };
    const created = await create(suiteId, { id: 'my-case', ...said, matchOptions: { arguments: 'exact' }, suppressedSuiteStandardCheckIds: ['userValue.turns', 'call.schema', 'call.schema'] });
    expect(created).toEqual({
      id: expect.stringMatching(/^case_/), declaredId: 'my-case', revision: 1, ...said, matchOptions: { toolCallOrder: 'any', extraToolCalls: 'unlimited', arguments: 'exact' },
      suppressedSuiteStandardCheckIds: ['call.schema', 'userValue.turns'], createdAt: expect.any(Number), updatedAt: expect.any(Number),
    });
    expect((await list(suiteId)).at(-1)).toEqual(created);
  });

  test('has defaults, no key that was not said, and an id of its own', async () => {
    const created = await create(await newSuite(), { title: 'plain', steps: [call], models: [{ model: 'unused' }], matchOptions: null, checks: null, judge: null });
    expect(created).toEqual({
      id: expect.any(String), declaredId: expect.stringMatching(/^c_[\w-]{21}$/), revision: 1, title: 'plain', steps: [call], iterations: 1, isNegative: false, models: [],
      createdAt: expect.any(Number), updatedAt: expect.any(Number),
    });
  });

  test('without a floor has its repetitions as one', async () => {
    expect(await create(await newSuite(perCase), { title: 'x', steps: [ask], repetitions: 4 })).toMatchObject({ iterations: 4, repetitions: 4 });
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
    ['a prompt that no model answers', { steps: [ask] }, '/models', {}],
    ['an exact import without a note', { import: { status: 'exact' } }, '/import/note'],
    ['an approval in its import', { import: { status: 'approximated', approvedBy: 'me' } }, '/import/approvedBy'],
    ['a source that ends before it starts', { source: { ...source, endLine: 2 } }, '/source/endLine'],
    ['a source hash that is none', { source: { ...source, fileHash: 'A'.repeat(64) } }, '/source/fileHash'],
    ['a key too many in a model', { models: [{ model: 'm', temperature: 1 }] }, '/models/0/temperature'],
    ['a pattern that is none', { steps: [call, { id: 'a', kind: 'assert', assertion: broken }] }, '/steps/1/assertion/pattern'],
    ['a schema in another document', { checks: { mode: 'extend', list: [{ type: 'noToolErrors' }, remote] } }, '/checks/list/1/schema'],
    ['a schema without end', { checks: { mode: 'extend', list: [cyclic] } }, '/checks/list/0/schema'],
    ['JSON nested without end', { steps: [{ ...call, arguments: { a: nested(200) } }] }, ''],
    ['more than a megabyte', { steps: Array.from({ length: 20 }, (_, i) => ({ ...call, id: String(i), arguments: { a: 'x'.repeat(60_000) } })) }, ''],
  ])('with %s is refused, its path named, and not written', async (_, body, path, suite = withModel) => {
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
    ['ITEM_TOO_LARGE', { steps: Array.from({ length: 20 }, (_, i) => ({ ...call, id: String(i), arguments: { a: 'x'.repeat(60_000) } })) }],
  ])('that is refused says why in the codes of the batch: %s', async (reason, body) => {
    await expect(create(await newSuite(), { title: 'x', steps: [call], ...body })).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { reason, issues: [{ message: expect.any(String) }] } });
  });

  test('under an id that is taken is a conflict', async () => {
    const suiteId = await newSuite();
    await create(suiteId, { id: 'mine', title: 'x', steps: [call] });
    await expect(create(suiteId, { id: 'mine', title: 'y', steps: [ask] })).rejects.toMatchObject(conflict('DUPLICATE_CASE_ID'));
    await expect(create(await newSuite(), { id: 'mine', title: 'x', steps: [call] })).resolves.toMatchObject({ declaredId: 'mine' });
  });

  test('that repeats another is a conflict that names it', async () => {
    const suiteId = await newSuite();
    const { id } = await create(suiteId, { title: 'The first', steps: [{ ...call, arguments: { a: 1, b: 2 } }] });
    const again = create(suiteId, { title: 'The second', steps: [{ ...call, id: 'other', arguments: { b: 2, a: 1 } }] });
    await expect(again).rejects.toMatchObject({ ...conflict('DUPLICATE_CONTENT'), message: expect.stringMatching(`the same as the case ${id} \\("The first"\\)`) });
    const prompt = 'Please list all of the open orders of our best customer';
    await create(suiteId, { title: 'Orders', steps: [{ ...ask, prompt }] });
    await expect(create(suiteId, { title: 'Orders, too', steps: [{ ...ask, prompt: `${prompt} today!` }] })).resolves.toMatchObject({ title: 'Orders, too' });
    await expect(create(suiteId, { title: 'Not', steps: [{ ...ask, prompt }], isNegative: true })).resolves.toMatchObject({ isNegative: true });
  });

  test('repeats what a case says after a change, not what it said before', async () => {
    const suiteId = await newSuite();
    const { id } = await create(suiteId, { title: 'x', steps: [{ ...call, arguments: { a: 1 } }] });
    await update(suiteId, id, { steps: [{ ...call, arguments: { a: 2 } }] });
    await expect(create(suiteId, { title: 'y', steps: [{ ...call, arguments: { a: 2 } }] })).rejects.toMatchObject(conflict('DUPLICATE_CONTENT'));
    await expect(create(suiteId, { title: 'y', steps: [{ ...call, arguments: { a: 1 } }] })).resolves.toMatchObject({ title: 'y' });
  });

  test('is written once per idempotency key, also by two requests at once', async () => {
    const suiteId = await newSuite();
    const body = { title: 'x', steps: [call] };
    const answers = await Promise.all([1, 2, 3].map(() => create(suiteId, body, 'key')));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await list(suiteId)).toHaveLength(2);
    await expect(create(suiteId, { ...body, title: 'y' }, 'key')).rejects.toMatchObject(conflict('IDEMPOTENCY_CONFLICT'));
  });

  test('is answered from what is stored when it is repeated, whatever became of its suite since', async () => {
    const suiteId = await newSuite();
    const body = { title: 'x', steps: [ask] };
    const { id } = await create(suiteId, body, 'key');
    await house.pool.query('update suites set body = $1 where id = $2', [{ serverIds: ['srv_files'] }, suiteId]);
    await expect(create(suiteId, body, 'key')).resolves.toMatchObject({ id });
    await expect(create(suiteId, body, 'other key')).rejects.toMatchObject(refusal('/models'));
  });

  test('to no suite, or one of another project, is not found', async () => {
    const target = { suiteId: await newSuite(), declaredSuiteId: '', idempotencyKey: '' };
    for (const place of [{ ...target, projectId: 'prj_2' }, { ...target, ...project, suiteId: 'suite_none' }]) {
      await expect(house.call(createEvalCase, place, { title: 'x', steps: [call] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });
});

describe('a case that is changed', () => {
  const full = {
    title: 'x', steps: [ask], expectedOutput: 'hi', scenario: 'shy', repetitions: 4, passThreshold: 0.5, intent: 'i', kind: 'capability', matchOptions: { maxExtraToolCalls: 1, arguments: 'exact' },
    checks: { mode: 'extend', list: [] }, judge: { enabled: false }, import: { status: 'unresolved' }, suppressedSuiteStandardCheckIds: ['call.schema'], advancedConfig: { failOnToolError: false },
  };

  test('keeps what a patch leaves out', async () => {
    const suiteId = await newSuite(perCase);
    const { updatedAt: _, ...before } = await create(suiteId, { ...full, source });
    const after = await update(suiteId, before.id, { title: 'y' });
    expect(after).toEqual({ ...before, title: 'y', revision: 2, updatedAt: expect.any(Number) });
    expect(await read(suiteId, before.id)).toEqual(after);
  });

  test('loses what is null', async () => {
    const suiteId = await newSuite(perCase);
    const { id } = await create(suiteId, full);
    const cleared = Object.fromEntries(['expectedOutput', 'scenario', 'repetitions', 'passThreshold', 'intent', 'kind', 'matchOptions', 'checks', 'judge', 'import', 'advancedConfig'].map((key) => [key, null]));
    expect(await update(suiteId, id, { ...cleared, suppressedSuiteStandardCheckIds: [] })).toEqual({
      id, declaredId: expect.any(String), revision: 2, title: 'x', steps: [ask], iterations: 4, isNegative: false, models: [], createdAt: expect.any(Number), updatedAt: expect.any(Number),
    });
  });

  test('has its match options merged, under either of their names', async () => {
    const suiteId = await newSuite(perCase);
    const { id } = await create(suiteId, full);
    expect((await update(suiteId, id, { matchOptions: { extraToolCalls: 7 } })).matchOptions).toEqual({ toolCallOrder: 'any', extraToolCalls: 7, arguments: 'exact' });
    expect((await update(suiteId, id, { matchOptions: { maxExtraToolCalls: 2 } })).matchOptions).toMatchObject({ extraToolCalls: 2 });
  });

  test('has no new revision when nothing is new', async () => {
    const suiteId = await newSuite();
    const before = await create(suiteId, { title: 'x', steps: [call], intent: 'a' });
    expect(await update(suiteId, before.id, { title: 'x', steps: [call], intent: 'a', kind: null, iterations: 1 })).toEqual(before);
  });

  test('by two editors of different fields loses neither', async () => {
    const suiteId = await newSuite();
    const { id } = await create(suiteId, { title: 'x', steps: [call] });
    await Promise.all([update(suiteId, id, { title: 'y' }), update(suiteId, id, { intent: 'i' }), update(suiteId, id, { iterations: 9 })]);
    expect(await read(suiteId, id)).toMatchObject({ title: 'y', intent: 'i', iterations: 9, revision: 4 });
  });

  test('over a revision that is past is a conflict', async () => {
    const suiteId = await newSuite();
    const { id } = await create(suiteId, { title: 'x', steps: [call] });
    const edits = await Promise.allSettled(['y', 'z'].map((title) => update(suiteId, id, { title, expectedRevision: 1 })));
    expect(edits.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT', details: { currentRevision: 2 } } });
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
    ['a server that the suite does not have', {}, { steps: [ask, { ...call, serverName: 'files' }] }, '/steps/1/serverName'],
    ['an id twice', {}, { steps: [ask, ask] }, '/steps/1/id'],
    ['no models, where the suite has none either', { models: [{ model: 'm' }] }, { models: [] }, '/models', {}],
    ['repetitions, where the suite is decided on its accuracy', {}, { repetitions: 2 }, '/repetitions'],
    ['JSON nested without end', {}, { checks: { mode: 'extend', list: [{ type: 'toolResultMatchesSchema', schema: nested(200) }] } }, ''],
    ['a pattern that is none', {}, { steps: [ask, { id: 'a', kind: 'assert', assertion: broken }] }, '/steps/1/assertion/pattern'],
    ['a schema in another document', {}, { checks: { mode: 'extend', list: [remote] } }, '/checks/list/0/schema'],
    ['a key too many in a model', {}, { models: [{ model: 'm', temperature: 1 }] }, '/models/0/temperature'],
    ['an approval in its import', {}, { import: { status: 'approximated', approval: {} } }, '/import/approval'],
  ])('to %s is refused, its path named, and nothing is written', async (_, made, patch, path, suite = withModel) => {
    const suiteId = await newSuite(suite);
    const before = await create(suiteId, { title: 'x', steps: [ask], ...made });
    await expect(update(suiteId, before.id, { expectedOutput: 'written', ...patch })).rejects.toMatchObject(refusal(path));
    expect(await read(suiteId, before.id)).toEqual(before);
  });

  test('is not held to what became of its suite where the patch does not touch it', async () => {
    const suiteId = await newSuite(perCase);
    const { id } = await create(suiteId, full);
    await house.pool.query('update suites set body = $1 where id = $2', [{ serverIds: ['srv_files'] }, suiteId]);
    await expect(update(suiteId, id, { title: 'y', repetitions: null })).resolves.toMatchObject({ title: 'y', passThreshold: 0.5 });
  });

  test('that does not exist, or belongs to another project, is not found', async () => {
    const suiteId = await newSuite();
    const { id: caseId } = await create(suiteId, { title: 'x', steps: [call] });
    await expect(update(suiteId, 'case_none', {})).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(update(await newSuite(), caseId, {})).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(house.call(updateEvalCase, { projectId: 'prj_2', suiteId, caseId, declaredSuiteId: '' }, {})).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('a deleted case is gone, the others stay, and the next one comes after them', async () => {
  const suiteId = await newSuite();
  const [first] = await list(suiteId);
  const target = { ...project, suiteId, caseId: first!.id, declaredSuiteId: '' };
  const { id } = await create(suiteId, { title: 'x', steps: [call] });
  expect(await house.call(deleteEvalCase, target)).toEqual({ id: first!.id, deleted: true });
  await expect(house.call(deleteEvalCase, target)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(house.call(deleteEvalCase, { ...target, caseId: id }, { force: true })).rejects.toMatchObject(refusal('/force'));
  const next = await create(suiteId, { title: 'y', steps: [ask] });
  expect((await list(suiteId)).map((each) => each.id)).toEqual([id, next.id]);
});

describe('a frozen suite', () => {
  const freeze = async (suiteId: string) => {
    const { cases, checks, caseGrading } = await house.mesh.call(AuthoringService.freezeSuite, { ...project, suiteId });
    return { cases: JSON.parse(cases.toString()) as FrozenCase[], checks: JSON.parse(checks.toString()) as unknown[], caseGrading };
  };

  test('that grades per case says how often each is tried, and how much of it must pass', async () => {
    const suiteId = await newSuite({ ...perCase, minimumIterations: 10, validity: { maxEvaluatorErrorRate: 0 } });
    await create(suiteId, { title: 'own', steps: [ask], repetitions: 2, passThreshold: 1, iterations: 9 });
    const { cases, caseGrading } = await freeze(suiteId);
    expect(cases).toMatchObject([{ iterations: 5, passThreshold: 0.8 }, { iterations: 2, passThreshold: 1 }]);
    expect(caseGrading).toEqual({ minEligibleTrials: 0, minCompletionRate: 0.8, maxEvaluatorErrorRate: 0 });
  });

  test('that is decided on its accuracy says nothing of the sort', async () => {
    const suiteId = await newSuite({ model: 'm', minimumIterations: 3 });
    const { cases, caseGrading } = await freeze(suiteId);
    expect([cases[0]!.iterations, cases[0]!.passThreshold, caseGrading]).toEqual([3, undefined, undefined]);
  });

  test('leaves out the standard checks that the suite switched off, and no other', async () => {
    const standard = { type: 'turnCountUnder', turns: 5, role: 'advisory', severity: 'warn' };
    const own = { type: 'turnCountUnder', turns: 9 };
    const { checks } = await freeze(await newSuite({ checks: [standard, own], suppressedSuiteStandardCheckIds: ['userValue.turns'] }));
    expect(checks).toEqual([own]);
  });

  test('takes along what a converter claims, and whether a judge grades', async () => {
    const suiteId = await newSuite();
    await create(suiteId, { title: 'x', steps: [ask], import: { status: 'unsupported', note: 'n' }, judge: { enabled: false } });
    expect((await freeze(suiteId)).cases[1]).toMatchObject({ import: { status: 'unsupported', note: 'n' }, judge: { enabled: false } });
  });
});

test('every assertion type is listed with what it means and its schema', async () => {
  const { json } = await house.mesh.call(listEvalAssertionTypes.rpc, { input: Buffer.alloc(0) });
  const { items } = JSON.parse(json.toString()) as Static<typeof EvalAssertionTypes>;
  expect(items).toHaveLength(33);
  for (const { type, description, stage, schema } of items) expect([type, description, stage, (schema.properties as { type: { const: string } }).type.const]).toEqual([expect.any(String), expect.stringMatching(/\.$/), expect.stringMatching(/^\w+$/), type]);
  const named = Object.fromEntries(items.map((each) => [each.type, each]));
  expect(named.noEndingQuestion).toMatchObject({ advisoryOnly: true, needsDeclarations: false });
  expect(named.toolNamesUnique).toMatchObject({ advisoryOnly: false, needsDeclarations: true });
});

function nested(levels: number): unknown {
  return levels > 0 ? [nested(levels - 1)] : 0;
}

test('a case for which its suite has no room is refused, and one that grows beyond it is not changed', async () => {
  const suiteId = await newSuite();
  const { id } = await create(suiteId, { title: 'x', steps: [call] });
  await house.pool.query(`insert into cases (id, suite_id, position, body, content_hash) values ('large_' || $1, $1, 99, json_build_object('x', repeat('x', 33553000)), '')`, [suiteId]);
  const full = { code: 'VALIDATION_ERROR', details: { reason: 'UNSTORABLE_ITEM' } };
  await expect(create(suiteId, { title: 'y', steps: [{ ...ask, prompt: 'x'.repeat(2_000) }] })).rejects.toMatchObject(full);
  await expect(update(suiteId, id, { expectedOutput: 'x'.repeat(2_000) })).rejects.toMatchObject(full);
  expect(await read(suiteId, id)).toMatchObject({ revision: 1 });
});
