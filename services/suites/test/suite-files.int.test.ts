import { updateEvalCase, listEvalCases, createEvalCase } from '@assay/contract/operations/cases';
import { createEvalSuite, exportEvalSuiteFile, getEvalSuite, getEvalSuiteFileSchema, importEvalSuiteFile, listEvalSuiteRevisions, updateEvalSuite } from '@assay/contract/operations/suites';
import { draft, startTestSuites, type TestSuites } from './start.ts';

let house: TestSuites;
beforeAll(async () => { house = await startTestSuites(); });
afterAll(() => house.stop());

const project = { projectId: 'prj_1' };
const elsewhere = { projectId: 'prj_2' };
let files = 0;
const fresh = () => `file_${++files}`;

/** A file as it is written by us, so that an export can be compared with it to the letter. */
const yaml = (id: string, { name = id, settings = '', cases = ['one', 'two', 'three'] }: { name?: string; settings?: string; cases?: string[] } = {}) => `assay: 1
id: ${id}
name: ${name}
description: |
  Two
  lines.
servers:
  - everything
model: scripted/rules
temperature: 0.5
${settings}${cases.length === 0 ? 'cases: []\n' : 'cases:\n'}${cases.map((each) => `  - title: case ${each}
    id: ${each.split(' ')[0]}
    steps:
      - id: p
        kind: prompt
        prompt: Say ${each}.
        note: kept
      - id: a
        kind: assert
        assertion:
          type: responseContains
          needle: "1"
`).join('')}`;

const load = (content: string, body: object = {}, target = project) => house.call(importEvalSuiteFile, target, { content, ...body });
const casesOf = async (suiteId: string, target = project) => (await house.call(listEvalCases, { ...target, suiteId }, { limit: 1000 })).items;
const counts = (created: number, updated: number, unchanged: number, deleted: number) => ({ created, updated, unchanged, deleted });
const stored = async () => (await house.pool.query('select s.id, s.revision, s.name, c.declared_id, c.revision as case_revision, c.position from suites s left join cases c on c.suite_id = s.id order by 1, 6')).rows;

test('a file becomes a suite that belongs to it', async () => {
  const id = fresh();
  const imported = await load(yaml(id));
  expect(imported).toEqual({
    suiteId: expect.stringMatching(/^suite_/), declaredId: id, name: id, format: 'assay', dryRun: false, created: true, cases: counts(3, 0, 0, 0),
    caseUpsert: { committed: [{ id: expect.stringMatching(/^case_/), name: 'case one' }, expect.objectContaining({ name: 'case two' }), expect.objectContaining({ name: 'case three' })], failed: [] },
    claims: [], warnings: [],
  });
  const suiteId = imported.suiteId!;
  expect(await house.call(getEvalSuite, { ...project, suiteId })).toMatchObject({
    declaredId: id, managedBy: 'ci', revisionNumber: 1, description: 'Two\nlines.\n', environment: { servers: ['srv_everything'] }, executionConfig: { model: 'scripted/rules', temperature: 0.5 },
  });
  expect((await casesOf(suiteId)).map(({ declaredId, title, revision }) => [declaredId, title, revision])).toEqual([['one', 'case one', 1], ['two', 'case two', 1], ['three', 'case three', 1]]);
  expect((await house.call(listEvalSuiteRevisions, { ...project, suiteId })).items).toMatchObject([{ revisionNumber: 1, createdBy: 'usr_1', changed: [] }]);
  await expect(house.call(updateEvalSuite, { ...project, suiteId, declaredSuiteId: '' }, { name: 'mine' })).rejects.toMatchObject({ code: 'CONFLICT', details: { reason: 'CI_OWNED_SUITE_READ_ONLY' } });
});

test('the same file again changes nothing', async () => {
  const content = yaml(fresh());
  const { suiteId } = await load(content);
  const before = await stored();
  expect(await load(content)).toMatchObject({ suiteId, created: false, cases: counts(0, 0, 3, 0), caseUpsert: { committed: [] } });
  expect(await stored()).toEqual(before);
});

test('another state of the file changes what it changes: cases, their order, and the settings once', async () => {
  const id = fresh();
  const { suiteId } = await load(yaml(id));
  const before = await casesOf(suiteId!);
  const again = yaml(id, { name: `${id} renamed`, settings: 'settings:\n  minimumAccuracy: 80\n', cases: ['three', 'four', 'one now'] });
  expect(await load(again)).toMatchObject({ suiteId, created: false, cases: counts(1, 1, 1, 1), caseUpsert: { committed: [{ name: 'case four' }, { id: before[0]!.id, name: 'case one now' }] } });
  const after = await casesOf(suiteId!);
  expect(after.map(({ declaredId, title, revision }) => [declaredId, title, revision])).toEqual([['three', 'case three', 1], ['four', 'case four', 1], ['one', 'case one now', 2]]);
  expect([after[0]!.id, after[2]!.id]).toEqual([before[2]!.id, before[0]!.id]);
  expect((await house.call(listEvalSuiteRevisions, { ...project, suiteId: suiteId! })).items.map(({ revisionNumber, changed }) => [revisionNumber, changed])).toEqual([[2, ['/name', '/settings/minimumAccuracy']], [1, []]]);

  expect(await load(yaml(id, { cases: [] }))).toMatchObject({ cases: counts(0, 0, 0, 3) });
  expect(await house.call(getEvalSuite, { ...project, suiteId: suiteId! })).toMatchObject({ name: id, settings: { minimumAccuracy: null } });
});

test('a case without an id is known by its place, whatever ids the file gives', async () => {
  const id = fresh();
  const content = (titles: string[]) => JSON.stringify({ assay: 1, id, name: id, servers: ['everything'], cases: titles.map((title) => ({ ...(title === 'given' && { id: 'case-1' }), title, steps: [{ id: 'c', kind: 'toolCall', serverName: 'everything', toolName: 'echo' }] })) });
  const { suiteId } = await load(content(['a', 'given', 'c']));
  expect((await casesOf(suiteId!)).map(({ declaredId }) => declaredId)).toEqual(['_case-1', 'case-1', 'case-3']);
  expect(await load(content(['a', 'given', 'd']))).toMatchObject({ cases: counts(0, 1, 2, 0) });
});

test('a dry run writes nothing and tells what would become of the file', async () => {
  const id = fresh();
  const before = await stored();
  const first = await load(yaml(id), { dryRun: true });
  expect(first).toMatchObject({ dryRun: true, created: true, cases: counts(3, 0, 0, 0), caseUpsert: { committed: [] } });
  expect(first).not.toHaveProperty('suiteId');
  expect(await stored()).toEqual(before);

  const { suiteId } = await load(yaml(id));
  const after = await stored();
  expect(await load(yaml(id, { cases: ['two', 'one now'] }), { dryRun: true })).toMatchObject({ suiteId, created: false, cases: counts(0, 1, 1, 1) });
  expect(await stored()).toEqual(after);
});

test('two imports of a file at once make one suite, and no case twice', async () => {
  const content = yaml(fresh());
  const both = await Promise.all([load(content), load(content), load(content)]);
  expect(new Set(both.map(({ suiteId }) => suiteId)).size).toBe(1);
  expect(both.filter(({ created }) => created)).toHaveLength(1);
  expect(await casesOf(both[0].suiteId!)).toHaveLength(3);
});

describe('what is not the file\'s is not taken over', () => {
  test('a name that another suite has', async () => {
    const name = `taken ${fresh()}`;
    await house.call(createEvalSuite, project, draft({ name }));
    const id = fresh();
    for (const dryRun of [true, false]) await expect(load(yaml(id, { name }), { dryRun })).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining(name) });
    await load(yaml(id));
    for (const dryRun of [true, false]) await expect(load(yaml(id, { name }), { dryRun })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('a suite of that id which somebody made by hand', async () => {
    const id = fresh();
    const { suiteId } = await house.call(createEvalSuite, project, draft());
    await house.pool.query('update suites set declared_id = $1 where id = $2', [id, suiteId]);
    for (const dryRun of [true, false]) await expect(load(yaml(id), { dryRun })).rejects.toMatchObject({ code: 'CONFLICT', details: { suiteId } });
  });

  test('a suite of another project', async () => {
    const id = fresh();
    const [here, there] = [await load(yaml(id)), await load(yaml(id), {}, elsewhere)];
    expect(there).toMatchObject({ created: true });
    expect(there.suiteId).not.toBe(here.suiteId);
  });
});

test.each<[string, string, object, object]>([
  ['YAML that is none', 'a: [', {}, { path: '', line: 1 }],
  ['a key given twice', `${yaml('x')}name: again\n`, {}, { path: '/name' }],
  ['a tag', 'assay: !x 1', {}, { path: '', line: 1, column: 8 }],
  ['an unknown key', `${yaml('x')}colour: red\n`, {}, { path: '/colour', message: 'is not a known field', line: expect.any(Number) }],
  ['another format than it says', yaml('x'), { format: 'promptfoo' }, { path: '/servers' }],
  ['a server that is not saved', yaml('x').replace('- everything', '- nowhere'), {}, { path: '/servers/0', message: 'is not the name of a server of this project' }],
  ['the id of a server instead of its name', yaml('x').replace('- everything', '- srv_everything'), {}, { path: '/servers/0' }],
  ['a server that is not saved, given beside it', yaml('x'), { servers: ['nobody'] }, { path: '/servers/0' }],
  ['a schema in another document', yaml('x').replace('type: responseContains\n          needle: "1"', 'type: toolResultMatchesSchema\n          schema: {$ref: "https://example.com/s"}'), {}, { path: '/cases/0/steps/1/assertion/schema' }],
  ['no model', yaml('x').replace('model: scripted/rules\n', ''), {}, { path: '/cases/0/models', line: expect.any(Number) }],
])('a file with %s is refused with the place, and nothing is written', async (_, content, body, issue) => {
  const before = await stored();
  await expect(load(content, body)).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: expect.arrayContaining([expect.objectContaining({ message: expect.any(String), ...issue })]) } });
  expect(await stored()).toEqual(before);
});

test('all issues of a file are told', async () => {
  const content = yaml('x').replace('id: x', 'id: "x y"').replace('needle: "1"', 'needle: 1').replace('title: case two', 'title: ""');
  await expect(load(content)).rejects.toMatchObject({ details: { issues: [{ path: '/id', line: 2 }, { path: '/cases/0/steps/1/assertion/needle' }, { path: '/cases/1/title' }] } });
});

test('servers and a model are given for a file that leaves them open', async () => {
  const id = fresh();
  const content = JSON.stringify({ description: id, prompts: ['Say {{word}}'], tests: [{ vars: { word: 'hi' }, assert: [{ type: 'contains', value: '{{word}}' }] }, { assert: [{ type: 'javascript', value: '1' }] }] });
  const { suiteId, ...imported } = await load(content, { servers: ['files'], model: 'scripted/rules' });
  expect(imported).toMatchObject({
    format: 'promptfoo', declaredId: id, created: true, cases: counts(2, 0, 0, 0),
    claims: [{ title: 'Say hi', declaredId: 'case-1', status: 'exact', note: expect.any(String) }, { declaredId: 'case-2', status: 'unsupported', note: expect.stringContaining('never run') }],
  });
  expect(await casesOf(suiteId!)).toMatchObject([{ import: { status: 'exact', sourceCaseKey: 'tests[0]/prompts[0]' } }, { import: { status: 'unsupported' } }]);
  expect(await house.call(getEvalSuite, { ...project, suiteId: suiteId! })).toMatchObject({ environment: { servers: ['srv_files'] }, managedBy: 'ci' });
});

test('a file of servers and what to ask of them finds the saved servers by their names', async () => {
  const id = fresh();
  const content = JSON.stringify({ name: id, mcpServers: { everything: { command: 'rm', args: ['-rf', '/'] } }, model: 'scripted/rules', tests: [{ title: 'echo', prompt: 'Echo hi.', expectedToolCalls: ['echo'] }] });
  expect(await load(content)).toMatchObject({ format: 'mcp-servers', claims: [{ status: 'exact' }], warnings: [expect.stringContaining('names')] });
});

describe('export', () => {
  test('of an import is the file to the letter', async () => {
    const id = fresh();
    const content = yaml(id, { settings: 'settings:\n  repetitions: 3\n  passThreshold: 0.5\n  checks:\n    - type: noToolErrors\n' });
    const { suiteId } = await load(content);
    expect(await house.call(exportEvalSuiteFile, { ...project, suiteId: suiteId! })).toEqual({ fileName: `${id}.yaml`, format: 'yaml', content });
    const asJson = await house.call(exportEvalSuiteFile, { ...project, suiteId: suiteId! }, { format: 'json' });
    expect(asJson.fileName).toBe(`${id}.json`);
    expect(await load(asJson.content)).toMatchObject({ suiteId, cases: counts(0, 0, 3, 0) });
  });

  test('imported elsewhere makes an equal suite', async () => {
    const { suiteId } = await house.call(createEvalSuite, project, draft({
      name: `Made by hand ${fresh()}`, model: 'rules', provider: 'scripted', tags: ['a'], minimumIterations: 2, matchOptions: { toolCallOrder: 'strict' },
      tests: [
        { title: 'asks', runs: 3, isNegativeTest: true, model: 'scripted/other', steps: [{ id: 'p', kind: 'prompt', prompt: 'Hi\nthere ', extra: { '<<': 'x', __proto: [1.5, null] } }], suppressedSuiteStandardCheckIds: ['call.schema'] },
        { title: 'calls', steps: [{ id: 's', kind: 'toolCall', serverName: 'everything', toolName: 'echo' }], advancedConfig: { failOnToolError: false } },
      ],
    }));
    const { content } = await house.call(exportEvalSuiteFile, { ...project, suiteId });
    const there = await load(content, {}, elsewhere);
    const plain = ({ id: _id, createdAt: _c, updatedAt: _u, ...each }: Record<string, unknown>) => each;
    expect((await casesOf(there.suiteId!, elsewhere)).map(plain)).toEqual((await casesOf(suiteId)).map(plain));
    const [mine, theirs] = await Promise.all([house.call(getEvalSuite, { ...project, suiteId }), house.call(getEvalSuite, { ...elsewhere, suiteId: there.suiteId! })]);
    expect(theirs).toMatchObject({ name: mine.name, tags: mine.tags, settings: mine.settings, executionConfig: { model: 'scripted/rules' } });
    expect((await house.call(exportEvalSuiteFile, { ...elsewhere, suiteId: there.suiteId! })).content).toBe(content);
  });

  test('of a suite made by hand is no way to take it over, and makes another one of another name and id', async () => {
    const name = `Made by hand ${fresh()}`;
    const { suiteId } = await house.call(createEvalSuite, project, draft({ name }));
    const { content } = await house.call(exportEvalSuiteFile, { ...project, suiteId });
    await expect(load(content)).rejects.toMatchObject({ code: 'CONFLICT' });
    const other = fresh();
    const copied = await load(content.replace(/^id: .*$/m, `id: ${other}`).replace(`name: ${name}`, `name: ${other}`));
    expect(copied).toMatchObject({ created: true, declaredId: other, name: other });
    expect(copied.suiteId).not.toBe(suiteId);
  });

  const write = (suiteId: string) => house.call(exportEvalSuiteFile, { ...project, suiteId });
  const refusal = (path: string) => ({ code: 'CONFLICT', details: { issues: [{ path, message: expect.any(String) }] } });
  const toolCall = { id: 's1', kind: 'toolCall', serverName: 'everything', toolName: 'echo' };

  test('refuses a server that is gone', async () => {
    const { suiteId } = await house.call(createEvalSuite, project, draft());
    await house.pool.query(`update suites set body = jsonb_set(body::jsonb, '{serverIds}', '["srv_everything", "srv_gone"]')::json where id = $1`, [suiteId]);
    await expect(write(suiteId)).rejects.toMatchObject(refusal('/servers/1'));
  });

  test.each<[string, object, string]>([
    ['a setting that files do not know', { advancedConfig: { failOnToolError: true, retries: 3 } }, '/cases/0/advancedConfig/retries'],
    ['a NUL', { steps: [{ ...toolCall, note: 'a\u0000b' }] }, '/cases/0/steps/0/note'],
  ])('refuses %s', async (_, changes, path) => {
    const { suiteId } = await house.call(createEvalSuite, project, draft({ tests: [{ title: 'odd', steps: [toolCall], ...changes }] }));
    await expect(write(suiteId)).rejects.toMatchObject(refusal(path));
  });

  test('refuses more cases than a file can have', async () => {
    const { suiteId } = await house.call(createEvalSuite, project, draft());
    await house.pool.query(`
      insert into cases (id, suite_id, position, body) select 'case_too_many_' || n, $1, n, (select body from cases where suite_id = $1 limit 1) from generate_series(1, 10000) n`, [suiteId]);
    await expect(write(suiteId)).rejects.toMatchObject(refusal('/cases'));
  });

  test('of another project does not exist', async () => {
    const { suiteId } = await house.call(createEvalSuite, project, draft());
    await expect(house.call(exportEvalSuiteFile, { ...elsewhere, suiteId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('the owner of a suite writes its cases between imports, and the file has the last word', async () => {
  const id = fresh();
  const content = yaml(id);
  const { suiteId } = await load(content);
  const [one] = await casesOf(suiteId!);
  const owner = { ...project, suiteId: suiteId!, declaredSuiteId: id };
  await house.call(updateEvalCase, { ...owner, caseId: one!.id }, { title: 'other' });
  await house.call(createEvalCase, { ...owner, idempotencyKey: '' }, { title: 'extra', steps: [{ id: 's', kind: 'toolCall', serverName: 'everything', toolName: 'echo' }] });
  expect(await load(content)).toMatchObject({ cases: counts(0, 1, 2, 1) });
  expect((await casesOf(suiteId!)).map(({ title, revision }) => [title, revision])).toEqual([['case one', 3], ['case two', 1], ['case three', 1]]);
});

test('the schema of files is public', async () => {
  const { json } = await house.mesh.call(getEvalSuiteFileSchema.rpc, { input: Buffer.alloc(0) }, { caller: { requestId: 'r', organizationId: '', userId: '' } });
  expect(JSON.parse(json.toString())).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema', title: 'Assay suite file' });
});

describe('large files', () => {
  const many = (n: number, title = 'case') => JSON.stringify({
    assay: 1, id: 'large', name: 'large', servers: ['everything'], model: 'scripted/rules',
    cases: Array.from({ length: n }, (_, i) => ({ id: `c${i}`, title: `${title} ${i}`, steps: [{ id: 'p', kind: 'prompt', prompt: `Add ${i} and ${i}.` }, { id: 'a', kind: 'assert', assertion: { type: 'responseContains', needle: `${i + i}` } }] })),
  });

  test('1,000 cases are written within two seconds', async () => {
    const start = performance.now();
    expect(await load(many(1000))).toMatchObject({ cases: counts(1000, 0, 0, 0) });
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  test('10,000 cases are written, changed and written out in one call each', async () => {
    const { suiteId, cases } = await load(many(10_000));
    expect(cases).toEqual(counts(9000, 0, 1000, 0));
    expect(await load(many(10_000, 'other'))).toMatchObject({ cases: counts(0, 10_000, 0, 0) });
    const { content } = await house.call(exportEvalSuiteFile, { ...project, suiteId: suiteId! });
    expect(await load(content)).toMatchObject({ cases: counts(0, 0, 10_000, 0) });
  }, 60_000);

  test('a case more is refused', async () => {
    await expect(load(many(10_001))).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path: '/cases' }] } });
  });
});
