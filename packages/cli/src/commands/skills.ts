import { one } from '../declare/arguments.ts';
import * as skills from '@assay/contract/areas/skills/operations';
import { command, takes } from '../declare/command.ts';
import { commandsOf } from '../declare/operation-command.ts';

export const skillPushInput = takes({
  arguments: { path: one('A folder, or a zip of one. A folder is packed without links, .git and node_modules.') },
  needs: 'project',
});

const ofSkill = commandsOf(skills);

export const skillCommands = [
  ofSkill('listProjectSkills', {
    words: 'skills list',
    columns: { NAME: 'name', DESCRIPTION: 'description', CHANGED: 'updatedAt', ID: 'id' },
    examples: ['assay skills list'],
  }),
  ofSkill('getProjectSkill', { words: 'skills show', examples: ['assay skills show forms'] }),
  ofSkill('deleteProjectSkill', {
    words: 'skills rm',
    done: 'skill {skill} is deleted.',
    examples: ['assay skills rm forms --yes'],
  }),
  command({
    words: 'skills push',
    summary: 'Bring a skill into a project, or a new version of it.',
    description: 'It is checked on this machine, and sent only without faults.',
    input: skillPushInput,
    operations: ['pushProjectSkill'],
    examples: ['assay skills push ./my-skill'],
    exits: { 1: 'it has faults; each is printed with its line' },
    load: async () => (await import('../actions/bundles/push.ts')).pushSkill,
  }),
];
