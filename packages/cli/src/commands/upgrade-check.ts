import { command, takes } from '../declare/command.ts';

export const upgradeCheckInput = takes({ needs: 'platform', prints: 'document' });

export const upgradeCheckCommands = [
  command({
    words: 'upgrade-check',
    summary: 'Check that the platform has every operation of this command line.',
    description: 'Only the platform is asked: Assay contacts no vendor.',
    input: upgradeCheckInput,
    examples: ['assay upgrade-check'],
    exits: { 0: 'the platform knows every operation of this command line', 1: 'it lacks some' },
    load: async () => (await import('../actions/platform/upgrade-check.ts')).checkVersions,
  }),
];
