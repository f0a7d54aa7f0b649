import { zipOf } from '@assay/testkit/zip';
import { readBundle } from './read-bundle.ts';

const skill = (front: string) => zipOf({ 'SKILL.md': `---\nname: a\ndescription: d\n${front}\n---\nDo it.\n` });
const FORMATTED = { name: 'a', description: 'd', instructions: 'Do it.' };

test('a skill is read beside other work, with its warnings', async () => {
  let others = 0;
  setImmediate(() => others++);
  expect(await readBundle('skill', skill('license: MIT'))).toMatchObject({ skill: { ...FORMATTED, license: 'MIT' } });
  expect(others).toBe(1);
});

test('a plugin is read beside other work, with the bytes of its files', async () => {
  let others = 0;
  setImmediate(() => others++);
  const files = { 'plugin.json': '{"name":"tools"}', 'skills/a/SKILL.md': '---\nname: a\ndescription: d\n---\nDo it.' };
  const { name, skills, files: kept } = await readBundle('plugin', zipOf(files));
  expect([name, skills]).toMatchObject(['tools', [FORMATTED]]);
  expect(Object.fromEntries(kept.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]))).toEqual(files);
  expect(others).toBe(1);
});

test('front matter beyond its limit is refused by its length', () =>
  expect(readBundle('skill', skill(`x: [${'{},'.repeat(5_500)}]`))).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: 'The file SKILL.md has front matter longer than 16384 characters.',
    details: { entry: 'SKILL.md' },
  }));

test('a body that is not a zip is refused', () =>
  expect(readBundle('plugin', Buffer.from('no zip'))).rejects.toMatchObject({ code: 'VALIDATION_ERROR' }));
