import { one } from '../declare/arguments.ts';
import { command, takes } from '../declare/command.ts';
import { number, text, texts } from '../declare/options.ts';

export const gateInput = takes({
  arguments: { wave: one('The name of the wave.') },
  options: {
    policy: text('<file|json>', 'The policy: a JSON object, or a file with one.'),
    baseline: text('<wave>', 'The wave to compare with.'),
    launch: texts('<journey>', 'A journey to launch in the wave first; may be given several times.'),
    timeout: number('<minutes>', 'How long to wait for the end of the wave (60).', {
      max: 10_000,
      isInteger: false,
      min: 0.001,
    }),
    interval: number('<seconds>', 'The time between two questions (5).', { max: 10_000, isInteger: false, min: 0.001 }),
  },
  needs: 'project',
  prints: 'verdict',
});

export const waveCommands = [
  command({
    words: 'wave gate',
    summary: 'Wait until a wave of journey runs is over, and judge it by a policy.',
    description: 'The same command again launches nothing twice.',
    input: gateInput,
    examples: [
      'assay wave gate nightly --policy policy.json',
      `assay wave gate nightly --policy '{"minimumPassRate": 0.9}'`,
    ],
    exits: { 0: 'the wave passed', 1: 'it failed', 3: 'undecided, or not over in time' },
    load: async () => (await import('../actions/wave/gate.ts')).gateWave,
  }),
];
