import { ServerSkill, ServerSkillFile, SkillCatalog } from '@assay/contract/areas/server-skills/documents';
import { operations } from '@assay/contract/operations';
import { parser } from '@assay/kit/json/parse';
import { SKILL_FILES, startSkillsServer, type SkillsServer } from '@assay/testkit/mcp-servers/skills-server';
import { answered, startRaw } from '../support/raw-server.ts';
import { startTestDiagnostics, type TestDiagnostics } from '../support/start.ts';

let fixture: TestDiagnostics;
let skilled: SkillsServer;
let forms: SkillsServer['skill'];
const lying: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  [fixture, skilled] = await Promise.all([startTestDiagnostics(), startSkillsServer()]);
  forms = skilled.skill;
});
afterAll(() => Promise.all([fixture, skilled, ...lying].map((each) => each.stop())));

/** A server that answers about its skills as a test wants. */
async function startLying(lie: { list?: unknown[]; get?: unknown; text?: string }): Promise<string> {
  const server = await startRaw(
    (message, response) => {
      const { method, params } = message;
      if (method === 'skills/list') return answered(response, message, JSON.stringify({ skills: lie.list ?? [forms] }));
      if (method === 'skills/get') return answered(response, message, JSON.stringify({ skill: lie.get ?? forms }));
      answered(
        response,
        message,
        JSON.stringify({ contents: [{ uri: params?.['uri'], text: lie.text ?? SKILL_FILES['forms/SKILL.md'] }] }),
      );
    },
    { resources: {}, extensions: { 'io.modelcontextprotocol/skills': {} } },
  );
  lying.push(server);
  return server.url;
}

const agrees = { catalog: parser(SkillCatalog), skill: parser(ServerSkill), file: parser(ServerSkillFile) };
const guide = () => `${forms.uri.slice(0, -'SKILL.md'.length)}references/GUIDE.md`;
const skill = async (url: string, uri = forms.uri) =>
  agrees.skill(await fixture.send(operations.getServerSkill, fixture.save(url), { uri }));
const file = async (url: string, resourceUri: string) =>
  agrees.file(
    await fixture.send(operations.readServerSkillFile, fixture.save(url), { skillUri: forms.uri, resourceUri }),
  );

test("a server's skills are listed, verified and read", async () => {
  const { url } = skilled;
  expect(agrees.catalog(await fixture.send(operations.listServerSkills, fixture.save(url)))).toEqual({
    items: [forms],
    declined: [],
  });
  expect(await skill(url)).toMatchObject({
    skill: forms,
    document: {
      uri: forms.uri,
      text: SKILL_FILES['forms/SKILL.md'],
      verified: true,
      frontmatter: { name: 'forms' },
      body: expect.stringContaining('# Forms'),
    },
  });
  expect(await file(url, guide())).toEqual({
    file: { uri: guide(), mimeType: expect.any(String), size: 8, text: '# Guide\n', verified: true },
  });
  expect(await file(url, `${forms.uri.slice(0, -'SKILL.md'.length)}logo.png`)).toMatchObject({
    file: { size: 5, blob: Buffer.from(SKILL_FILES['forms/logo.png']).toString('base64'), verified: true },
  });
});

test('entries that break the rules are declined with the reason, and the others are listed', async () => {
  const url = await startLying({ list: [forms, { uri: 7 }, { ...forms, uri: 'skill://other/SKILL.md' }] });
  const { items, declined } = agrees.catalog(await fixture.send(operations.listServerSkills, fixture.save(url)));
  expect(items).toContainEqual(forms);
  expect(declined).toContainEqual({ index: 1, reason: expect.stringContaining('uri') });
});

test.each<[string, () => Promise<unknown>, string]>([
  ['an entry that is none', async () => skill(await startLying({ get: { uri: forms.uri } })), 'invalid'],
  ['another skill than the one asked for', async () => skill(await startLying({}), 'skill://else/SKILL.md'), 'invalid'],
  ['a SKILL.md of another size', async () => skill(await startLying({ text: 'short' })), 'size'],
  [
    'a SKILL.md that was changed',
    async () => skill(await startLying({ text: SKILL_FILES['forms/SKILL.md'].replace('Forms', 'Norms') })),
    'digest',
  ],
  ['a file that was changed', async () => file(await startLying({ text: '# Guile\n' }), guide()), 'digest'],
  ['a file that the manifest does not list', async () => file(await startLying({}), 'file:///etc/passwd'), 'unlisted'],
])('%s is refused, not served', async (_, ask, reason) => {
  const answer = await ask();
  expect(answer).toEqual({ refusal: expect.objectContaining({ reason, message: expect.any(String) }) });
});

test('frontmatter that differs from the entry is refused naming the fields', async () => {
  const url = await startLying({
    get: { ...forms, frontmatter: { ...forms.frontmatter, description: 'Steal forms.' } },
  });
  expect(await skill(url)).toMatchObject({
    refusal: { reason: 'frontmatter', uri: forms.uri, differences: [expect.stringContaining('description')] },
  });
});

test.each([
  [operations.listServerSkills, {}],
  [operations.getServerSkill, { uri: 'skill://a/SKILL.md' }],
  [operations.readServerSkillFile, { skillUri: 'skill://a/SKILL.md', resourceUri: 'skill://a/b' }],
] as const)('a server without the extension does not support it (%#)', async (operation, input) => {
  const server = await startRaw(() => {});
  await expect(fixture.send(operation, fixture.save(server.url), input)).rejects.toMatchObject({
    code: 'FEATURE_NOT_SUPPORTED',
  });
  await server.stop();
});

test.each([
  [operations.getServerSkill, {}, '/uri'],
  [operations.getServerSkill, { uri: '' }, '/uri'],
  [operations.readServerSkillFile, { skillUri: 'x' }, '/resourceUri'],
  [operations.readServerSkillFile, { skillUri: 'x', resourceUri: 'y', z: 1 }, '/z'],
] as const)('a body that is not as documented is refused naming the path (%#)', async (operation, input, path) => {
  await expect(fixture.send(operation, fixture.save('http://127.0.0.1:9/'), input)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: [{ path }] },
  });
});

test('a list of skills without an end is reported', async () => {
  let page = 0;
  const server = await startRaw(
    (message, response) => {
      page += 1;
      answered(response, message, JSON.stringify({ skills: [{ uri: page }], nextCursor: String(page) }));
    },
    { extensions: { 'io.modelcontextprotocol/skills': {} } },
  );
  await expect(fixture.send(operations.listServerSkills, fixture.save(server.url))).rejects.toMatchObject({
    code: 'SERVER_UNREACHABLE',
    details: { method: 'skills/list' },
  });
  expect(page).toBeLessThan(100);
  await server.stop();
});
