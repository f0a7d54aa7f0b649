import * as operator from '@assay/contract/areas/operator/operations';
import { maybe, one } from '../declare/arguments.ts';
import { command, takes } from '../declare/command.ts';
import { commandsOf } from '../declare/operation-command.ts';
import { flag, text } from '../declare/options.ts';

export const healthInput = takes({
  arguments: { service: maybe('Only this service, or gateway.') },
  options: { all: flag('List every part, also the ones that are well.') },
  needs: 'operator',
  prints: 'document',
});

export const workInput = takes({
  arguments: { service: maybe('Only the work of this service.') },
  needs: 'operator',
  prints: 'document',
});

export const bundleInput = takes({
  options: { out: text('<file>', 'The file to write (assay-support.json); - is standard output.', { short: 'o' }) },
  needs: 'operator',
});

const data = text('<folder>', 'The data folder of npm start or assay dev (ASSAY_DATA_DIR, .assay).');
export const copyInput = takes({ arguments: { folder: one('The folder of the copy.') }, options: { data } });
export const rekeyInput = takes({ options: { data } });

const ofOperator = commandsOf(operator);

export const adminCommands = [
  command({
    words: 'admin health',
    summary: 'Tell how every part of an installation is, with the cause and the next step.',
    description:
      'One process of each service answers for itself, with its database, its bus, its work and its runners.',
    input: healthInput,
    examples: ['assay admin health', 'assay admin health runs --all', 'assay admin health --json'],
    exits: { 0: 'no part has failed; parts may have warnings', 1: 'a part has failed' },
    operations: ['getServiceHealth'],
    see: ['admin bundle', 'admin work'],
    load: async () => (await import('../actions/admin/health.ts')).tellHealth,
  }),
  command({
    words: 'admin work',
    summary: 'List work that is stuck: its leases expired, or no runner takes it.',
    input: workInput,
    examples: ['assay admin work', 'assay admin work runs --json'],
    operations: ['listStuckWork'],
    see: ['admin retry', 'admin give-up'],
    load: async () => (await import('../actions/admin/list-work.ts')).listWork,
  }),
  ofOperator('retryStuckWork', {
    words: 'admin retry',
    done: 'Item {id} of {service} has all of its attempts again.',
    examples: ['assay admin retry runs iter_01kb9mg1e9'],
    see: ['admin work'],
  }),
  ofOperator('giveUpStuckWork', {
    words: 'admin give-up',
    done: 'Item {id} of {service} ended with the error GIVEN_UP.',
    confirms: 'End item {work} of {service} for good?',
    examples: ['assay admin give-up runs iter_01kb9mg1e9'],
    see: ['admin work'],
  }),
  ofOperator('listDeadLetters', {
    words: 'admin dead-letters',
    columns: {
      EVENT: 'eventId',
      TYPE: 'type',
      SERVICE: 'group',
      WHEN: 'givenUpAt',
      ERROR: 'error',
    },
    examples: ['assay admin dead-letters'],
    see: ['admin replay', 'admin drop'],
  }),
  ofOperator('getDeadLetter', {
    words: 'admin dead-letter',
    examples: ['assay admin dead-letter evt_01kb9mg1e9'],
  }),
  ofOperator('replayDeadLetters', {
    words: 'admin replay',
    argument: 'eventId',
    summary: 'Publish dead letters again on their topics; all of them without an event.',
    done: '{replayed} dead letters were published again.',
    examples: ['assay admin replay evt_01kb9mg1e9', 'assay admin replay'],
  }),
  ofOperator('dropDeadLetter', {
    words: 'admin drop',
    done: 'The event {eventId} stays without effect.',
    confirms: 'Delete the dead letters of {event} for good?',
    examples: ['assay admin drop evt_01kb9mg1e9'],
  }),
  ofOperator('listHeldBudgets', {
    words: 'admin budgets',
    columns: {
      BUDGET: 'budgetId',
      SCOPE: ({ scope }) => `${scope.kind} ${scope.id}`,
      HELD: ({ reserved, unit }) => `${reserved} ${unit}`,
      LIMIT: ({ limit, unit }) => `${limit} ${unit}`,
      CALLS: ({ calls }) => String(calls),
      SINCE: 'oldestCallAt',
      ORGANIZATION: 'organizationId',
    },
    examples: ['assay admin budgets'],
    see: ['admin release'],
  }),
  ofOperator('releaseHeldBudget', {
    words: 'admin release',
    done: 'Budget {budgetId} is released.',
    examples: ['assay admin release budget_01kb9mg1e9'],
  }),
  ofOperator('listOperatorActs', {
    words: 'admin acts',
    columns: {
      WHEN: 'at',
      WHAT: 'operation',
      TARGET: ({ target }) => Object.values(target).join(' '),
      KEY: 'keyId',
      OUTCOME: 'outcome',
    },
    examples: ['assay admin acts'],
  }),
  command({
    words: 'admin bundle',
    summary: 'Write what support needs into one file, without secrets.',
    description:
      'Versions, the health of every part, settings by name, sizes of tables, stuck work, dead letters and the latest failures. At most 1 MB; read it before you send it.',
    input: bundleInput,
    examples: ['assay admin bundle', 'assay admin bundle -o support.json'],
    operations: ['getServiceHealth', 'getServiceReport', 'listStuckWork', 'listDeadLetters'],
    load: async () => (await import('../actions/admin/bundle.ts')).writeBundle,
  }),
  command({
    words: 'admin backup',
    summary: 'Copy the data folder of npm start or assay dev, which must not run.',
    description:
      'Of an installation on Kubernetes its database, its Secrets and its artifacts are copied with their own tools, because no process of Assay has the rights of all three: docs/operations/back-up.md.',
    input: copyInput,
    examples: ['assay admin backup /backups/assay-2026-01-31'],
    see: ['admin restore'],
    load: async () => (await import('../actions/admin/copy-folder.ts')).backUp,
  }),
  command({
    words: 'admin restore',
    summary: 'Make the data folder from a backup; it must be empty or missing.',
    input: copyInput,
    examples: ['assay admin restore /backups/assay-2026-01-31 --data .assay'],
    see: ['admin backup'],
    load: async () => (await import('../actions/admin/copy-folder.ts')).restore,
  }),
  command({
    words: 'admin rekey',
    summary: 'Give the data folder of npm start or assay dev, which must not run, a new key-encryption key.',
    description:
      'Stored credentials are brought under it. On Kubernetes the migrate image does it, which has the key and the rights of every schema: docs/operations/security.md#rotation.',
    input: rekeyInput,
    examples: ['assay admin rekey'],
    exits: { 1: 'a stored credential opens with none of the keys' },
    load: async () => (await import('../actions/admin/rekey.ts')).rekey,
  }),
];
