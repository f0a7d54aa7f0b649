import type { BundleSkill } from '@assay/contract/areas/environments/bundle';
import { offeredSkills } from './skill-tool.ts';

const skill = (name: string, more: Partial<BundleSkill> = {}): BundleSkill => ({
  skillId: `skill_${name}`,
  name,
  description: `About\n${name}.`,
  contentHash: 'hash',
  text: `# ${name}`,
  ...more,
});
const files = [{ path: 'references/a.md', text: 'A.' }, { path: 'logo.png' }];

test('the prompt lists names and descriptions, each on one line, and no instructions', () => {
  const { prompt } = offeredSkills([skill('forms'), skill('maps')], 'read_skill');
  expect(prompt.split('\n').slice(1)).toEqual(['- forms: About forms.', '- maps: About maps.']);
  expect(prompt).toContain('the tool read_skill');
  expect(prompt).not.toContain('# forms');
});

test('skills of one name are numbered', () => {
  const { tool } = offeredSkills([skill('forms'), skill('forms', { text: '# other' })], 'read_skill');
  expect(tool.declaration.inputSchema).toMatchObject({ properties: { name: { enum: ['forms', 'forms-2'] } } });
  expect(tool.answer!({ name: 'forms-2' })).toBe('# other');
});

test.each<[string, Record<string, unknown>, string]>([
  ['the instructions with the files', { name: 'forms' }, '# forms\n\nFiles of this skill: references/a.md, logo.png'],
  ['the instructions by the name of their file', { name: 'maps', file: 'SKILL.md' }, '# maps'],
  ['a file', { name: 'forms', file: './references/a.md' }, 'A.'],
  ['no file that is not text', { name: 'forms', file: 'logo.png' }, 'This file cannot be read as text.'],
  ['no unknown file', { name: 'maps', file: '../x' }, 'The skill has no such file. Its files are: none.'],
  ['no unknown skill', { name: 'x' }, 'There is no such skill. The skills are: forms, maps.'],
  ['no skill without a name', {}, 'There is no such skill. The skills are: forms, maps.'],
])('the tool answers %s', (_what, args, text) => {
  expect(offeredSkills([skill('forms', { files }), skill('maps')], 'read_skill').tool.answer!(args)).toBe(text);
});
