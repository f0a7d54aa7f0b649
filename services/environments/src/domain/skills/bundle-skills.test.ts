import { given } from '@assay/contract/given';
import { bundleSkills, type SkillPart } from './bundle-skills.ts';

const part = (name: string, texts: (string | undefined)[] = [], pluginVersionId: string | null = null): SkillPart => ({
  skillId: `skill_${name}`,
  versionId: `skillver_${name}`,
  pluginVersionId,
  name,
  description: name,
  contentHash: 'hash',
  body: {
    instructions: `# ${name}`,
    files: texts.map((text, n) => ({ path: `${n}`, bytes: 1, ...given({ text }) })),
  },
});

test('a skill that is selected beside its plugin is there once, as the skill of the plugin', () => {
  expect(bundleSkills([part('a', [], 'plugver_1'), part('b'), part('a')])).toMatchObject([
    { name: 'a', pluginVersionId: 'plugver_1', text: '# a' },
    { name: 'b' },
  ]);
});

test('files are named without their text beyond the room of a launch', () => {
  const skills = bundleSkills([part('a', ['1234', undefined]), part('b', ['123456', '78'])], 7);
  expect(skills.map(({ files }) => files)).toEqual([
    [{ path: '0', text: '1234' }, { path: '1' }],
    [{ path: '0' }, { path: '1', text: '78' }],
  ]);
});
