import { command, takes } from '../declare/command.ts';

export const mcpInput = takes({ needs: 'platform' });

export const mcpCommands = [
  command({
    words: 'mcp',
    summary: 'Serve the platform to a local agent as an MCP server over stdio.',
    description:
      'Each message goes to /mcp of the platform with your login or key, which the agent never sees. An agent starts it as a server: claude mcp add assay -- assay mcp.',
    input: mcpInput,
    examples: ['assay mcp'],
    exits: { 0: 'the agent has closed its end' },
    see: ['login'],
    load: async () => (await import('../actions/mcp/serve-stdio.ts')).serveStdio,
  }),
];
