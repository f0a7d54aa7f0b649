import { bundleOfEnvironment } from '@assay/testkit/bundles-stand-in';
import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import { operations } from '@assay/contract/operations';
import { draft } from '../support/start.ts';
import {
  casesOf,
  stopSuiteFileFixture,
  counts,
  elsewhere,
  fresh,
  suiteFileFixture,
  load,
  startSuiteFileFixture,
  project,
  yaml,
} from './suite-file-calls.ts';

beforeAll(startSuiteFileFixture);
afterAll(stopSuiteFileFixture);

const stored = async () =>
  (
    await suiteFileFixture.pool.query(
      'select s.id, s.revision, s.name, c.declared_id, c.revision as case_revision, c.position from suites s left join cases c on c.suite_id = s.id order by 1, 6',
    )
  ).rows;

test('a file becomes a suite that belongs to it', async () => {
  const id = fresh();
  const imported = await load(yaml(id));
  expect(imported).toEqual({
    suiteId: expect.stringMatching(/^suite_/),
    declaredId: id,
    name: id,
    format: 'assay',
    dryRun: false,
    created: true,
    cases: counts(3, 0, 0, 0),
    caseUpsert: {
      committed: [
        { id: expect.stringMatching(/^case_/), name: 'case one' },
        expect.objectContaining({ name: 'case two' }),
        expect.objectContaining({ name: 'case three' }),
      ],
      failed: [],
    },
    claims: [],
    warnings: [],
  });
  const suiteId = imported.suiteId!;
  expect(await suiteFileFixture.call(operations.getEvalSuite, { ...project, suiteId })).toMatchObject({
    declaredId: id,
    managedBy: 'ci',
    revisionNumber: 1,
    description: 'Two\nlines.\n',
    environment: { servers: ['srv_everything'] },
    executionConfig: { model: 'scripted/rules', temperature: 0.5 },
  });
  expect((await casesOf(suiteId)).map(({ declaredId, title, revision }) => [declaredId, title, revision])).toEqual([
    ['one', 'case one', 1],
    ['two', 'case two', 1],
    ['three', 'case three', 1],
  ]);
  expect((await suiteFileFixture.call(operations.listEvalSuiteRevisions, { ...project, suiteId })).items).toMatchObject(
    [{ revisionNumber: 1, createdBy: 'usr_1', changed: [] }],
  );
  await expect(
    suiteFileFixture.call(operations.updateEvalSuite, { ...project, suiteId, declaredSuiteId: '' }, { name: 'mine' }),
  ).rejects.toMatchObject({ code: 'CONFLICT', details: { reason: 'CI_OWNED_SUITE_READ_ONLY' } });
});

test('the same file again changes nothing', async () => {
  const content = yaml(fresh());
  const { suiteId } = await load(content);
  const before = await stored();
  expect(await load(content)).toMatchObject({
    suiteId,
    created: false,
    cases: counts(0, 0, 3, 0),
    caseUpsert: { committed: [] },
  });
  expect(await stored()).toEqual(before);
});

test('a changed file changes only its cases, their order and the settings that differ', async () => {
  const id = fresh();
  const { suiteId } = await load(yaml(id));
  const before = await casesOf(suiteId!);
  const again = yaml(id, {
    name: `${id} renamed`,
    settings: 'settings:\n  minimumAccuracy: 80\n',
    cases: ['three', 'four', 'one now'],
  });
  expect(await load(again)).toMatchObject({
    suiteId,
    created: false,
    cases: counts(1, 1, 1, 1),
    caseUpsert: { committed: [{ name: 'case four' }, { id: before[0]!.id, name: 'case one now' }] },
  });
  const after = await casesOf(suiteId!);
  expect(after.map(({ declaredId, title, revision }) => [declaredId, title, revision])).toEqual([
    ['three', 'case three', 1],
    ['four', 'case four', 1],
    ['one', 'case one now', 2],
  ]);
  expect([after[0]!.id, after[2]!.id]).toEqual([before[2]!.id, before[0]!.id]);
  expect(
    (await suiteFileFixture.call(operations.listEvalSuiteRevisions, { ...project, suiteId: suiteId! })).items.map(
      ({ revisionNumber, changed }) => [revisionNumber, changed],
    ),
  ).toEqual([
    [2, ['/name', '/settings/minimumAccuracy']],
    [1, []],
  ]);

  expect(await load(yaml(id, { cases: [] }))).toMatchObject({ cases: counts(0, 0, 0, 3) });
  expect(await suiteFileFixture.call(operations.getEvalSuite, { ...project, suiteId: suiteId! })).toMatchObject({
    name: id,
    settings: { minimumAccuracy: null },
  });
});

test('a case without an id is identified by its position, with any ids in the file', async () => {
  const id = fresh();
  const content = (titles: string[]) =>
    JSON.stringify({
      assay: 1,
      id,
      name: id,
      servers: ['everything'],
      cases: titles.map((title) => ({
        ...(title === 'given' && { id: 'case-1' }),
        title,
        steps: [{ id: 'c', kind: 'toolCall', serverName: 'everything', toolName: 'echo' }],
      })),
    });
  const { suiteId } = await load(content(['a', 'given', 'c']));
  expect((await casesOf(suiteId!)).map(({ declaredId }) => declaredId)).toEqual(['_case-1', 'case-1', 'case-3']);
  expect(await load(content(['a', 'given', 'd']))).toMatchObject({ cases: counts(0, 1, 2, 0) });
});

test('a dry run writes nothing and returns the result of the import', async () => {
  const id = fresh();
  const before = await stored();
  const first = await load(yaml(id), { dryRun: true });
  expect(first).toMatchObject({
    dryRun: true,
    created: true,
    cases: counts(3, 0, 0, 0),
    caseUpsert: { committed: [] },
  });
  expect(first).not.toHaveProperty('suiteId');
  expect(await stored()).toEqual(before);

  const { suiteId } = await load(yaml(id));
  const after = await stored();
  expect(await load(yaml(id, { cases: ['two', 'one now'] }), { dryRun: true })).toMatchObject({
    suiteId,
    created: false,
    cases: counts(0, 1, 1, 1),
  });
  expect(await stored()).toEqual(after);
});

test('two concurrent imports of a file make one suite, and no case twice', async () => {
  const content = yaml(fresh());
  const both = await Promise.all([load(content), load(content), load(content)]);
  expect(new Set(both.map(({ suiteId }) => suiteId)).size).toBe(1);
  expect(both.filter(({ created }) => created)).toHaveLength(1);
  expect(await casesOf(both[0].suiteId!)).toHaveLength(3);
});

describe("a suite that is not the file's is not taken over", () => {
  test('a name that another suite has', async () => {
    const name = `taken ${fresh()}`;
    await suiteFileFixture.call(operations.createEvalSuite, project, draft({ name }));
    const id = fresh();
    for (const dryRun of [true, false])
      await expect(load(yaml(id, { name }), { dryRun })).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining(name),
      });
    await load(yaml(id));
    for (const dryRun of [true, false])
      await expect(load(yaml(id, { name }), { dryRun })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('a suite with that id that was made by hand', async () => {
    const id = fresh();
    const { suiteId } = await suiteFileFixture.call(operations.createEvalSuite, project, draft());
    await suiteFileFixture.pool.query('update suites set declared_id = $1 where id = $2', [id, suiteId]);
    for (const dryRun of [true, false])
      await expect(load(yaml(id), { dryRun })).rejects.toMatchObject({ code: 'CONFLICT', details: { suiteId } });
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
  [
    'an unknown key',
    `${yaml('x')}colour: red\n`,
    {},
    { path: '/colour', message: 'is not a known field', line: expect.any(Number) },
  ],
  ['another format than it says', yaml('x'), { format: 'promptfoo' }, { path: '/servers' }],
  [
    'a server that is not saved',
    yaml('x').replace('- everything', '- nowhere'),
    {},
    { path: '/servers/0', message: 'is not the name of a server of this project' },
  ],
  [
    'the id of a server instead of its name',
    yaml('x').replace('- everything', '- srv_everything'),
    {},
    { path: '/servers/0' },
  ],
  ['a server that is not saved, given beside it', yaml('x'), { servers: ['absent'] }, { path: '/servers/0' }],
  [
    'a schema in another document',
    yaml('x').replace(
      'type: responseContains\n          needle: "1"',
      'type: toolResultMatchesSchema\n          schema: {$ref: "https://example.com/s"}',
    ),
    {},
    { path: '/cases/0/steps/1/assertion/schema' },
  ],
  [
    'no model',
    yaml('x').replace('model: scripted/rules\n', ''),
    {},
    { path: '/cases/0/models', line: expect.any(Number) },
  ],
])('a file with %s is refused with the place, and nothing is written', async (_, content, body, issue) => {
  const before = await stored();
  await expect(load(content, body)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: expect.arrayContaining([expect.objectContaining({ message: expect.any(String), ...issue })]) },
  });
  expect(await stored()).toEqual(before);
});

test('all issues of a file are reported', async () => {
  const content = yaml('x')
    .replace('id: x', 'id: "x y"')
    .replace('needle: "1"', 'needle: 1')
    .replace('title: case two', 'title: ""');
  await expect(load(content)).rejects.toMatchObject({
    details: {
      issues: [{ path: '/id', line: 2 }, { path: '/cases/0/steps/1/assertion/needle' }, { path: '/cases/1/title' }],
    },
  });
});

test('servers and a model can be given for a file without them', async () => {
  const id = fresh();
  const content = JSON.stringify({
    description: id,
    prompts: ['Say {{word}}'],
    tests: [
      { vars: { word: 'hi' }, assert: [{ type: 'contains', value: '{{word}}' }] },
      { assert: [{ type: 'javascript', value: '1' }] },
    ],
  });
  const { suiteId, ...imported } = await load(content, { servers: ['files'], model: 'scripted/rules' });
  expect(imported).toMatchObject({
    format: 'promptfoo',
    declaredId: id,
    created: true,
    cases: counts(2, 0, 0, 0),
    claims: [
      { title: 'Say hi', declaredId: 'case-1', status: 'exact', note: expect.any(String) },
      { declaredId: 'case-2', status: 'unsupported', note: expect.stringContaining('never run') },
    ],
  });
  expect(await casesOf(suiteId!)).toMatchObject([
    { import: { status: 'exact', sourceCaseKey: 'tests[0]/prompts[0]' } },
    { import: { status: 'unsupported' } },
  ]);
  expect(await suiteFileFixture.call(operations.getEvalSuite, { ...project, suiteId: suiteId! })).toMatchObject({
    environment: { servers: ['srv_files'] },
    managedBy: 'ci',
  });
});

test('a file of servers and requests finds the saved servers by name', async () => {
  const id = fresh();
  const content = JSON.stringify({
    name: id,
    mcpServers: { everything: { command: 'rm', args: ['-rf', '/'] } },
    model: 'scripted/rules',
    tests: [{ title: 'echo', prompt: 'Echo hi.', expectedToolCalls: ['echo'] }],
  });
  expect(await load(content)).toMatchObject({
    format: 'mcp-servers',
    claims: [{ status: 'exact' }],
    warnings: [expect.stringContaining('names')],
  });
});

test('the owner of a suite edits its cases between imports, and the next import overwrites them', async () => {
  const id = fresh();
  const content = yaml(id);
  const { suiteId } = await load(content);
  const [one] = await casesOf(suiteId!);
  const owner = { ...project, suiteId: suiteId!, declaredSuiteId: id };
  await suiteFileFixture.call(operations.updateEvalCase, { ...owner, caseId: one!.id }, { title: 'other' });
  await suiteFileFixture.call(
    operations.createEvalCase,
    { ...owner, idempotencyKey: '' },
    { title: 'extra', steps: [{ id: 's', kind: 'toolCall', serverName: 'everything', toolName: 'echo' }] },
  );
  expect(await load(content)).toMatchObject({ cases: counts(0, 1, 2, 1) });
  expect((await casesOf(suiteId!)).map(({ title, revision }) => [title, revision])).toEqual([
    ['case one', 3],
    ['case two', 1],
    ['case three', 1],
  ]);
});

test('the schema of files is public', async () => {
  const { json } = await suiteFileFixture.mesh.call(
    rpcOf(operations.getEvalSuiteFileSchema),
    { input: Buffer.alloc(0) },
    { caller: { requestId: 'r', organizationId: '', userId: '' } },
  );
  expect(JSON.parse(json.toString())).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Assay suite file',
  });
});

test('an import of a file keeps the environments of its suite, and an export does not name them', async () => {
  suiteFileFixture.bundles.environments.set('env_a', bundleOfEnvironment('env_a', 'a'));
  const id = fresh();
  const { suiteId } = await load(yaml(id));
  const target = { ...project, suiteId: suiteId!, declaredSuiteId: id };
  await suiteFileFixture.call(operations.updateEvalSuite, target, { environmentIds: ['env_a'] });
  await load(yaml(id, { name: `${id} renamed` }));
  expect(await suiteFileFixture.call(operations.getEvalSuite, target)).toMatchObject({
    name: `${id} renamed`,
    environmentIds: ['env_a'],
  });
  const { content } = await suiteFileFixture.call(operations.exportEvalSuiteFile, target);
  expect(content).not.toContain('env_a');
});
