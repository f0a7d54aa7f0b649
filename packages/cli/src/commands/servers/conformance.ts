import * as conformance from '@assay/contract/areas/conformance/operations';
import { one } from '../../declare/arguments.ts';
import { command, takes } from '../../declare/command.ts';
import { commandsOf } from '../../declare/operation-command.ts';
import { choice, flag, texts } from '../../declare/options.ts';

export const runInput = takes({
  arguments: { server: one('The server, by name or id.') },
  options: {
    suite: texts('<protocol|apps|tasks>', 'A suite to run; all of them without it. May be given several times.'),
    scenario: texts('<name>', 'Only this scenario, as a report names it. May be given several times.'),
    protocolVersion: choice(['2025-06-18', '2025-11-25', '2026-07-28'], 'Only the scenarios of this revision of MCP.'),
    detach: flag('Do not wait for the end.'),
  },
  needs: 'project',
  prints: 'document',
});

const ofConformance = commandsOf(conformance);
const RUN = 'run_01kb2v7k9q2n5w8x4m6t0r1abc';

export const conformanceCommands = [
  command({
    words: 'conformance run',
    summary: 'Check a server against the specification of MCP.',
    input: runInput,
    examples: ['assay conformance run helpdesk', 'assay conformance run helpdesk --suite protocol --json'],
    exits: { 0: 'passed, or started with --detach', 1: 'a scenario failed', 3: 'incomplete or cancelled' },
    operations: ['startConformanceRun', 'getConformanceRun', 'getConformanceReport'],
    see: ['conformance report'],
    load: async () => (await import('../../actions/directory-runs/conformance.ts')).runConformance,
  }),
  ofConformance('listConformanceRuns', {
    words: 'conformance list',
    columns: {
      ID: 'id',
      STATUS: 'status',
      OUTCOME: 'outcome',
      FAILED: ({ totalCases, totalFailingCases }) => `${totalFailingCases}/${totalCases}`,
      WHEN: 'createdAt',
    },
    examples: ['assay conformance list --server helpdesk'],
  }),
  ofConformance('getConformanceRun', { words: 'conformance show', examples: [`assay conformance show ${RUN}`] }),
  ofConformance('getConformanceReport', { words: 'conformance report', examples: [`assay conformance report ${RUN}`] }),
  ofConformance('cancelConformanceRun', {
    words: 'conformance cancel',
    done: 'run {run} is cancelled.',
    examples: [`assay conformance cancel ${RUN}`],
  }),
];
