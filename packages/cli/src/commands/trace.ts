import { maybe } from '../declare/arguments.ts';
import { command, takes } from '../declare/command.ts';
import { flag, number, text } from '../declare/options.ts';

export const traceInput = takes({
  arguments: { run: maybe('The run: its id, its number, or last. The newest one when absent.') },
  options: {
    suite: text('<suite>', 'The suite whose runs have the number, by name or id.'),
    case: text('<case>', 'The case, by title, id or place in the run; the first failed one when absent.'),
    trial: number('<n>', 'The trial of the case; the first failed one when absent.'),
    wire: flag('Print the messages whole.'),
    open: flag('Show it in the console.'),
  },
  needs: 'project',
  prints: 'document',
});

export const traceCommands = [
  command({
    words: 'trace',
    summary: 'Show what happened in one trial, message by message.',
    description:
      'The last run is the one of assay test, for a day and while no run on a platform came after it; its first failed trial of each case is kept on this machine.',
    input: traceInput,
    examples: [
      'assay trace last',
      'assay trace last --case "refund_order refunds in cents" --trial 2',
      'assay trace last --wire',
    ],
    operations: ['getEvalIterationTrace', 'listEvalRunCases', 'listEvalCaseEvaluations'],
    see: ['run iterations', 'run show'],
    load: async () => (await import('../actions/trace/trace.ts')).showTrace,
  }),
];
