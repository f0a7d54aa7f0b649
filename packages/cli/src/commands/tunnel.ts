import { command, takes } from '../declare/command.ts';
import { text } from '../declare/options.ts';

export const tunnelInput = takes({
  options: {
    url: text('<server>', 'The address of the server, as this machine reaches it.'),
    name: text('<name>', 'The name of the saved server.'),
  },
  needs: 'project',
});

export const tunnelCommands = [
  command({
    words: 'tunnel',
    summary: 'Let the platform use a server that only this machine reaches, until Ctrl-C.',
    input: tunnelInput,
    examples: ['assay tunnel --url http://127.0.0.1:3001/mcp --name mine'],
    exits: { 0: 'ended by Ctrl-C', 1: 'the tunnel was closed, or another connection replaced this one' },
    load: async () => (await import('../actions/tunnel/tunnel.ts')).openTunnel,
  }),
];
