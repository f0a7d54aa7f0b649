import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bundleHash } from '@assay/plugin-bundle/bundle-files';
import { readPlugin } from '@assay/plugin-bundle/plugin';
import { readZip } from '@assay/plugin-bundle/read-zip';
import { listenLocally } from '@assay/testkit/listen';
import { zipOf } from '@assay/testkit/zip';
import { runInProcess } from './support/command.ts';

const PROJECT = 'prj_01hzy3v7k9q2n5w8x4m6t0r1ab';
let folder: string;
let platform: Awaited<ReturnType<typeof listenLocally>>;
let received: { path: string; type: string | undefined; key: string | undefined; body: Buffer }[];
let answer: { status: number; body: object };
beforeAll(async () => {
  platform = await listenLocally((req, res) => {
    void buffer(req).then((body) => {
      const { 'content-type': type, authorization: key } = req.headers;
      received.push({ path: req.url!, type, key, body });
      res.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
    });
  });
});
afterAll(() => platform.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-push-'));
  received = [];
  answer = { status: 201, body: { created: true, pluginVersionId: 'plugver_1', plugin: { name: 'tools' } } };
});
afterEach(() => rm(folder, { recursive: true }));

const write = async (files: Record<string, string | Uint8Array>) => {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
};
/** The command in this process; a path of it is inside of the folder. */
const assay = (...args: string[]) =>
  runInProcess(args, { env: { ASSAY_API_KEY: 'sk_test', ASSAY_URL: platform.origin, ASSAY_PROJECT: PROJECT } });
const at = (name: string) => join(folder, name);
const SKILL = '---\nname: forms\ndescription: Fill in forms.\n---\n# Forms\n';
const PLUGIN = { 'it/plugin.json': '{"name":"tools"}', 'it/skills/forms/SKILL.md': SKILL };

test('a folder is packed and pushed, without files of tools and systems', async () => {
  await write({ ...PLUGIN, 'it/.git/config': 'x', 'it/node_modules/a/b.js': 'x', 'it/.DS_Store': 'x' });
  expect(await assay('plugins', 'push', at('it'), '--project', PROJECT)).toEqual({
    code: 0,
    stdout: '"tools" has the new version plugver_1\n',
    stderr: '',
  });
  expect(received).toMatchObject([
    { path: `/api/v1/projects/${PROJECT}/plugins`, type: 'application/zip', key: 'Bearer sk_test' },
  ]);
  const files = await readZip(received[0]!.body);
  expect(files.map(({ path }) => path)).toEqual(['plugin.json', 'skills/forms/SKILL.md']);
  expect(readPlugin(files)).toMatchObject({ name: 'tools', skills: [{ name: 'forms' }] });
});

test('a zip is pushed as it is', async () => {
  const zip = zipOf({ 'plugin.json': '{"name":"tools"}' });
  await write({ 'it.zip': zip });
  answer = { status: 200, body: { ...answer.body, created: false } };
  expect(await assay('plugins', 'push', at('it.zip'))).toMatchObject({
    code: 0,
    stdout: '"tools" had this content before, as version plugver_1\n',
  });
  expect(received[0]!.body.equals(zip)).toBe(true);
});

test('a skill keeps the name of its folder', async () => {
  await write({ 'forms/SKILL.md': SKILL, 'forms/a.md': 'a' });
  answer = { status: 201, body: { created: true, versionId: 'skillver_1', skill: { name: 'forms' } } };
  expect(await assay('skills', 'push', at('forms/'))).toEqual({
    code: 0,
    stdout: '"forms" has the new version skillver_1\n',
    stderr: '',
  });
  const files = await readZip(received[0]!.body);
  expect(files.map(({ path }) => path)).toEqual(['forms/SKILL.md', 'forms/a.md']);
  expect(bundleHash(files)).toMatch(/^[\da-f]{64}$/);
});

test.each<[string, () => Promise<unknown>, string]>([
  ['a link', () => symlink('/etc/passwd', at('it/link')), 'The entry "link" is a link'],
  ['a link to a folder', () => symlink('/etc', at('it/skills/link')), 'The entry "skills/link" is a link'],
  [
    'a faulty skill',
    () => write({ 'it/skills/a/SKILL.md': '# a' }),
    'skills/a/SKILL.md does not begin with front matter',
  ],
  ['a hidden name', () => write({ 'it/a\u202eb': '' }), 'an invisible one'],
])('a folder with %s is not sent', async (_case, spoil, message) => {
  await write(PLUGIN);
  await spoil();
  expect(await assay('plugins', 'push', at('it'))).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(message),
  });
  expect(received).toEqual([]);
});

test('a refusal of the platform is printed', async () => {
  await write(PLUGIN);
  answer = { status: 403, body: { code: 'FORBIDDEN', message: 'This needs the admin role in the project.' } };
  expect(await assay('plugins', 'push', at('it'))).toMatchObject({
    code: 5,
    stderr: 'assay: This needs the admin role in the project.\n  Who you are:  assay whoami\n',
  });
});

test.each([
  [['plugins', 'push'], "missing required argument 'path'"],
  [['skills', 'push', '/nowhere'], '/nowhere cannot be read (ENOENT)'],
])('%j is a wrong call', async (args, message) => {
  expect(await assay(...args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
});
