import * as measures from '@assay/contract/areas/journey-measures/operations';
import * as runs from '@assay/contract/areas/journey-runs/operations';
import * as insights from '@assay/contract/areas/wave-insights/operations';
import { one } from '../declare/arguments.ts';
import { command, takes } from '../declare/command.ts';
import { commandsOf } from '../declare/operation-command.ts';
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

const ofRun = commandsOf(runs);
const ofMeasures = commandsOf(measures);
const ofInsights = commandsOf(insights);

export const waveCommands = [
  ofMeasures('getJourneyWaveMeasures', { words: 'wave measures', examples: ['assay wave measures nightly'] }),
  ofRun('compareJourneyWaves', {
    words: 'wave compare',
    foreign: ['baselineWaveId'],
    examples: ['assay wave compare nightly --baseline-wave-id last-week'],
  }),
  ofMeasures('compareWaveWithStudy', {
    words: 'wave agreement',
    examples: ['assay wave agreement nightly --study "Helpdesk pilot"'],
  }),
  ofInsights('requestWaveInsights', { words: 'wave insights', examples: ['assay wave insights nightly'] }),
  ofInsights('getWaveInsights', { words: 'wave findings', examples: ['assay wave findings nightly'] }),
  ofInsights('cancelWaveInsights', {
    words: 'wave cancel-insights',
    confirms: 'Stop the insights of wave "{wave}"?',
    done: 'the insights of {wave} are stopped.',
    examples: ['assay wave cancel-insights nightly --yes'],
  }),
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
