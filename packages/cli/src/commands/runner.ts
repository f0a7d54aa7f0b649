import { command, takes } from '../declare/command.ts';
import { text, texts } from '../declare/options.ts';

export const runnerStartInput = takes({
  options: {
    address: text('<host:port>', 'The runner address of the platform; https:// for TLS (PLATFORM_ADDRESS).'),
    name: text('<name>', 'The name in logs and leases; the host name when absent.'),
    label: texts('<label>', 'A label of the token: work that asks for it is taken; may be given several times.'),
    allow: texts('<command>', 'A command that servers may be started by; may be given several times.'),
  },
});

export const runnerCommands = [
  command({
    words: 'runner start',
    summary: 'Take work of a platform on this machine, next to servers that only it reaches.',
    description:
      'The token comes from standard input or RUNNER_TOKEN; with --allow only from standard input, because commands can read the environment. Further settings are the variables of a runner.',
    input: runnerStartInput,
    examples: ['assay runner start --address https://runners.assay.example --label lab < token-file'],
    exits: { 130: 'ended by Ctrl-C; work that was taken goes to another runner' },
    see: ['tunnel'],
    load: async () => (await import('../actions/runner/start.ts')).startRunner,
  }),
];
