import { some } from '../declare/arguments.ts';
import { command, takes } from '../declare/command.ts';
import { text } from '../declare/options.ts';

export const verifyInput = takes({
  arguments: { file: some('The pages of one export of the audit log, in their order.') },
  options: { includes: text('<hash>', 'The hash of an entry that the export must contain.') },
});

export const auditCommands = [
  command({
    words: 'audit verify',
    summary: 'Prove that an export of the audit log is complete and unchanged.',
    input: verifyInput,
    examples: ['assay audit verify audit.ndjson'],
    exits: { 0: 'complete and unchanged', 1: 'an entry was changed or is missing' },
    load: async () => (await import('../actions/audit/verify.ts')).verifyAuditLog,
  }),
];
