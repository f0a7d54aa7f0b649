import * as environments from '@assay/contract/areas/environments/operations';
import { commandsOf } from '../../declare/operation-command.ts';

const ofEnvironment = commandsOf(environments);
const revision = { operation: 'getEnvironment', fields: { expectedRevision: 'revision' } } as const;

export const environmentCommands = [
  ofEnvironment('listEnvironments', {
    words: 'environment list',
    columns: {
      NAME: ({ name }) => name ?? '(ad hoc)',
      MODEL: 'modelId',
      DESCRIPTION: 'description',
      CHANGED: 'updatedAt',
      ID: 'id',
    },
    examples: ['assay environment list'],
  }),
  ofEnvironment('getEnvironment', {
    words: 'environment show',
    examples: ['assay environment show staging'],
    see: ['environment resolve'],
  }),
  ofEnvironment('resolveEnvironment', {
    words: 'environment resolve',
    examples: ['assay environment resolve staging', 'assay environment resolve staging --json'],
  }),
  ofEnvironment('createEnvironment', {
    words: 'environment create',
    argument: 'name',
    done: 'environment {name} is created: {id}',
    examples: ['assay environment create staging --client "Claude Desktop" --group helpdesk'],
    see: ['client list', 'group list'],
  }),
  ofEnvironment('updateEnvironment', {
    words: 'environment update',
    reads: revision,
    done: 'environment {name} is changed.',
    examples: ['assay environment update staging --model openai/gpt-5'],
  }),
  ofEnvironment('nameEnvironment', {
    words: 'environment name',
    argument: 'name',
    reads: revision,
    done: 'environment {id} is named {name}.',
    examples: ['assay environment name env_01kb2v7k9q2n5w8x4m6t0r1abc staging'],
  }),
  ofEnvironment('archiveEnvironment', {
    words: 'environment archive',
    reads: revision,
    confirms: 'Archive environment "{environment}"?',
    done: 'environment {name} is archived: {id}',
    examples: ['assay environment archive staging --yes'],
    see: ['environment restore'],
  }),
  ofEnvironment('restoreEnvironment', {
    words: 'environment restore',
    reads: revision,
    done: 'environment {name} is restored.',
    examples: ['assay environment restore env_01kb2v7k9q2n5w8x4m6t0r1abc'],
  }),
  ofEnvironment('listEnvironmentRevisions', {
    words: 'environment revisions',
    columns: { REVISION: 'revision', CHANGED: 'changed', WHEN: 'createdAt' },
    examples: ['assay environment revisions staging'],
  }),
  ofEnvironment('getEnvironmentCapabilities', {
    words: 'environment capabilities',
    examples: ['assay environment capabilities'],
  }),
  ofEnvironment('ensureAdhocEnvironment', {
    words: 'environment adhoc',
    examples: ['assay environment adhoc --client "Claude Desktop" --model openai/gpt-5'],
  }),
];
