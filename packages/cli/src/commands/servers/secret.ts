import * as secrets from '@assay/contract/areas/secrets/operations';
import { maybe, one } from '../../declare/arguments.ts';
import { command, takes } from '../../declare/command.ts';
import { commandsOf } from '../../declare/operation-command.ts';
import { text } from '../../declare/options.ts';

export const setInput = takes({
  arguments: { name: one('The name of the secret.'), value: maybe('Refused: the value is read from standard input.') },
  options: {
    file: text('<file>', 'Read the value from a file.'),
    description: text('<text>', 'What it is for.'),
  },
  needs: 'project',
  prints: 'document',
});

const ofSecret = commandsOf(secrets);

export const secretCommands = [
  ofSecret('listSecrets', {
    words: 'secret list',
    columns: { NAME: 'name', DESCRIPTION: 'description', CHANGED: 'updatedAt', ID: 'id' },
    examples: ['assay secret list'],
  }),
  ofSecret('getSecret', {
    words: 'secret show',
    summary: 'Read the facts about a secret; its value is never shown.',
    examples: ['assay secret show CARRIER_TOKEN'],
  }),
  command({
    words: 'secret set',
    summary: 'Keep a secret in the project, or replace its value.',
    description: 'The value is read from standard input or a file; one line break at its end is left out.',
    input: setInput,
    examples: ['echo "$TOKEN" | assay secret set CARRIER_TOKEN', 'assay secret set SIGNING_KEY --file key.pem'],
    operations: ['createSecret', 'updateSecret'],
    see: ['server add'],
    load: async () => (await import('../../actions/secret/set.ts')).setSecret,
  }),
  ofSecret('deleteSecret', {
    words: 'secret rm',
    done: 'secret {secret} is deleted.',
    examples: ['assay secret rm CARRIER_TOKEN --yes'],
  }),
];
