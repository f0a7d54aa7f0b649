import { some } from '../declare/arguments.ts';
import * as auditLog from '@assay/contract/areas/audit-log/operations';
import { command, takes } from '../declare/command.ts';
import { commandsOf } from '../declare/operation-command.ts';
import { text } from '../declare/options.ts';

export const verifyInput = takes({
  arguments: { file: some('The pages of one export of the audit log, in their order.') },
  options: { includes: text('<hash>', 'The hash of an entry that the export must contain.') },
});

const ofAudit = commandsOf(auditLog);

export const auditCommands = [
  ofAudit('listAuditLog', {
    words: 'audit list',
    columns: {
      WHEN: 'at',
      WHO: ({ actor }) => actor.email ?? actor.keyPrefix ?? actor.userId,
      WHAT: 'operation',
      OUTCOME: 'outcome',
      ID: 'id',
    },
    examples: ['assay audit list', 'assay audit list --operation deleteProject --since 2026-11-01'],
  }),
  ofAudit('exportAuditLog', {
    words: 'audit export',
    examples: ['assay audit export > audit.ndjson'],
    see: ['audit verify'],
  }),
  command({
    words: 'audit verify',
    summary: 'Prove that an export of the audit log is complete and unchanged.',
    input: verifyInput,
    examples: ['assay audit verify audit.ndjson'],
    exits: { 0: 'complete and unchanged', 1: 'an entry was changed or is missing' },
    load: async () => (await import('../actions/audit/verify.ts')).verifyAuditLog,
  }),
];
