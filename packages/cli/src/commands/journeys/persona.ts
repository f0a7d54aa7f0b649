import * as personas from '@assay/contract/areas/personas/operations';
import { commandsOf } from '../../declare/operation-command.ts';

const ofPersona = commandsOf(personas);

export const personaCommands = [
  ofPersona('listPersonas', {
    words: 'persona list',
    columns: { NAME: 'name', ROLE: 'role', SOURCE: 'source', CHANGED: 'updatedAt', ID: 'id' },
    examples: ['assay persona list'],
  }),
  ofPersona('getPersona', { words: 'persona show', examples: ['assay persona show Ann'] }),
  ofPersona('createPersona', {
    words: 'persona create',
    argument: 'name',
    done: 'persona {name} is created: {id}',
    examples: ['assay persona create Ann --role "night-shift nurse" --notes "Writes short sentences."'],
    see: ['journey create'],
  }),
  ofPersona('updatePersona', {
    words: 'persona update',
    done: 'persona {name} is changed.',
    examples: ['assay persona update Ann --role "day-shift nurse"'],
  }),
  ofPersona('deletePersona', {
    words: 'persona rm',
    summary: 'Archive a persona.',
    confirms: 'Archive persona "{persona}"?',
    done: 'persona {persona} is archived.',
    examples: ['assay persona rm Ann --yes'],
  }),
  ofPersona('generatePersonas', {
    words: 'persona draft',
    examples: ['assay persona draft --environment staging --persona-count 3 --json'],
    see: ['persona create'],
  }),
];
