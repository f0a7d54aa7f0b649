import { maybe } from '../declare/arguments.ts';
import { command, takes } from '../declare/command.ts';
import { flag, text } from '../declare/options.ts';

const RUN = 'The run: its id, its number, or last. The newest one when absent.';
const suite = text('<suite>', 'The suite whose runs have the number, by name or id.');

export const checkGateInput = takes({
  arguments: { run: maybe(RUN) },
  options: { suite, exitZero: flag('Exit with 0 for every verdict, for dashboards.') },
  needs: 'project',
  prints: 'verdict',
});

export const waiveGateInput = takes({
  arguments: { run: maybe(RUN) },
  options: {
    suite,
    reason: text('<text>', 'Why the run may pass; kept as written, so no secrets.'),
    for: text('<time>', 'How long: 12h, 7d, at most 30d (1d).'),
    revoke: flag('Take the waiver in force back.'),
  },
  needs: 'project',
  prints: 'document',
});

export const gateCommands = [
  command({
    words: 'gate check',
    summary: 'Say how a run did at its gate, rule by rule.',
    description: 'The gate of the launch decides, else the gate of the suite. It is decided once and kept.',
    input: checkGateInput,
    examples: ['assay gate check last', 'assay gate check 7 --suite "Helpdesk regression" --json'],
    exits: { 0: 'the gate passed, or a waiver is in force', 1: 'it failed', 3: 'it is not decided' },
    operations: ['getEvalRunGate'],
    see: ['gate waive', 'run'],
    load: async () => (await import('../actions/gate/check.ts')).checkGate,
  }),
  command({
    words: 'gate waive',
    summary: 'Let a run pass in spite of its gate, for a while and for a reason.',
    input: waiveGateInput,
    examples: [
      'assay gate waive last --reason "the carrier is down, see INC-12" --for 2d',
      'assay gate waive last --revoke',
    ],
    operations: ['waiveEvalGate', 'revokeEvalGateWaiver', 'getEvalGateWaiver'],
    see: ['gate check'],
    load: async () => (await import('../actions/gate/waive.ts')).waiveGate,
  }),
];
