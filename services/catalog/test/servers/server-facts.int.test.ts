import { operations } from '@assay/contract/operations';
import { auditedChanges } from '@assay/testkit/audit/audited-changes';
import { startTestCatalog, type TestCatalog } from '../support/start.ts';

let fixture: TestCatalog;
beforeAll(async () => {
  fixture = await startTestCatalog();
});
afterAll(() => fixture.stop());

let count = 0;
const http = () => ({
  name: `server ${++count}`,
  enabled: true,
  transportType: 'http',
  url: 'https://mcp.example/mcp',
});
const stdio = () => ({ name: `server ${++count}`, enabled: true, transportType: 'stdio', command: 'npx' });
const project = () => ({ projectId: fixture.projectId });
const create = (server: object) => fixture.call(operations.createProjectServer, project(), server);
const edit = (serverId: string, patch: object) =>
  fixture.call(operations.updateProjectServer, { ...project(), serverId }, patch);
const read = (serverId: string) => fixture.call(operations.getProjectServer, { ...project(), serverId });
const list = async (query: object) => (await fixture.call(operations.listProjectServers, project(), query)).items;
const refusal = (path: string) => ({ code: 'VALIDATION_ERROR', details: { issues: [{ path }] } });

describe('tags', () => {
  test('are kept in their order, replaced as a whole, and cleared', async () => {
    const { id } = await create({ ...http(), tags: ['b', ' a b ', 'é'] });
    expect((await read(id)).tags).toEqual(['b', 'a b', 'é']);
    expect(await edit(id, { timeout: 5 })).toMatchObject({ tags: ['b', 'a b', 'é'] });
    expect(await edit(id, { tags: ['c'] })).toMatchObject({ tags: ['c'] });
    expect(await edit(id, { tags: [] })).toMatchObject({ tags: [] });
    expect(await edit(id, { tags: null })).not.toHaveProperty('tags');
  });

  test.each<[string, unknown, string]>([
    ['21 of them', Array.from({ length: 21 }, (_, i) => `t${i}`), '/tags'],
    ['an empty one', [''], '/tags/0'],
    ['a blank one', ['a', ' '], '/tags/1'],
    ['two that are the same without the blanks around them', ['a', 'a\u00a0'], '/tags/1'],
    ['one of 51 characters', ['x'.repeat(51)], '/tags/0'],
    ['one with a control character', ['a\tb'], '/tags/0'],
    ['one that turns the direction of text', ['a\u202eb'], '/tags/0'],
    ['the same one twice', ['a', 'b', 'a'], '/tags/2'],
    ['two that look the same', ['\u00e9', 'e\u0301'], '/tags/1'],
    ['a text', 'a', '/tags'],
  ])('%s are refused, on a new server and on a saved one', async (_, tags, path) => {
    await expect(create({ ...http(), tags })).rejects.toMatchObject(refusal(path));
    const { id } = await create(http());
    await expect(edit(id, { tags })).rejects.toMatchObject(refusal(path));
  });
});

test('a list of servers is filtered by tag and by enabled, page by page', async () => {
  const made: string[] = [];
  for (const enabled of [true, false, true, false])
    made.push((await create({ ...http(), enabled, tags: ['narrow', 'other'] })).id);
  await create({ ...http(), tags: ['narrower'] });
  const [first, second, third, fourth] = made;
  expect((await list({ tag: ' narrow' })).map(({ id }) => id)).toEqual([fourth, third, second, first]);
  expect((await list({ tag: 'narrow', enabled: 'false' })).map(({ id }) => id)).toEqual([fourth, second]);
  expect((await list({ enabled: 'true', limit: '200' })).every(({ enabled }) => enabled)).toBe(true);
  expect(await list({ tag: 'nar' })).toEqual([]);
  const page = await fixture.call(operations.listProjectServers, project(), { tag: 'narrow', limit: '3' });
  const next = await fixture.call(operations.listProjectServers, project(), {
    tag: 'narrow',
    limit: '3',
    cursor: page.nextCursor,
  });
  expect([page.items.length, next.items.map(({ id }) => id), next.nextCursor]).toEqual([3, [first], undefined]);
});

test.each<[object, string]>([
  [{ tag: '' }, '/tag'],
  [{ tag: 'a\u202eb' }, '/tag'],
  [{ enabled: 'perhaps' }, '/enabled'],
])('a filter of %j is refused', async (query, path) => {
  await expect(list(query)).rejects.toMatchObject(refusal(path));
});

describe('the names of saved credentials', () => {
  test('are shown, never their values', async () => {
    const { id: web } = await create({
      ...http(),
      headers: { authorization: 'Bearer secret-value-0', 'x-team': 'secret-value-1' },
    });
    const { id: command } = await create({ ...stdio(), env: { TOKEN: 'secret-value-2' } });
    expect(await read(web)).toMatchObject({ headerNames: ['authorization', 'x-team'], envNames: [] });
    expect(await read(command)).toMatchObject({ headerNames: [], envNames: ['TOKEN'] });
    expect(JSON.stringify([await read(web), await read(command), await list({})])).not.toContain('secret-value');
  });

  test('follow every change of the credentials', async () => {
    const { id } = await create({ ...http(), headers: { a: '1' } });
    expect(await edit(id, { timeout: 9 })).toMatchObject({ headerNames: ['a'] });
    expect(await edit(id, { headers: { b: '2', c: '3' } })).toMatchObject({ headerNames: ['b', 'c'] });
    expect(await edit(id, { transportType: 'stdio', command: 'npx', env: { A: '1' } })).toMatchObject({
      headerNames: [],
      envNames: ['A'],
    });
    expect(await edit(id, { env: null })).toMatchObject({ envNames: [] });
  });

  test('are shown and audited also when the credentials cannot be unsealed', async () => {
    const { id } = await create({ ...http(), headers: { a: '1' }, clientSecret: 's' });
    await fixture.pool.query(`update servers set credentials = 'sealed with another key' where id = $1`, [id]);
    for (const found of [await read(id), (await list({})).find((each) => each.id === id)])
      expect(found).toMatchObject({ id, hasClientSecret: true, headerNames: ['a'] });
    await fixture.call(operations.deleteProjectServer, { ...project(), serverId: id });
    expect((await auditedChanges(fixture.pool)).at(-1)).toMatchObject({ before: { headerNames: ['a'] } });
  });
});

test('one of several servers that take a name at once gets it, the others are refused', async () => {
  const [one, two] = [await create(http()), await create(http())];
  const outcomes = await Promise.allSettled([
    create({ ...http(), name: 'wanted' }),
    create({ ...http(), name: 'wanted' }),
    edit(one.id, { name: 'wanted' }),
    edit(two.id, { name: 'wanted' }),
  ]);
  const taken = expect.objectContaining({
    code: 'CONFLICT',
    message: 'The project already has a server named "wanted".',
  });
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual(
    Array.from({ length: 3 }, () => ({ status: 'rejected', reason: taken })),
  );
  expect((await list({})).filter(({ name }) => name === 'wanted')).toHaveLength(1);
});

test('a name that is a duplicate after normalization is taken', async () => {
  await create({ ...http(), name: 'caf\u00e9' });
  await expect(create({ ...http(), name: 'cafe\u0301' })).rejects.toMatchObject({ code: 'CONFLICT' });
});

test.each([['a\u202eb'], ['\u2067a'], ['a\u200bb'], ['a\u0000'], ['\ud800']])(
  'a server named %j is refused and the field is named',
  async (name) => {
    await expect(create({ ...http(), name })).rejects.toMatchObject(refusal('/name'));
    const { id } = await create(http());
    await expect(edit(id, { name })).rejects.toMatchObject(refusal('/name'));
  },
);
