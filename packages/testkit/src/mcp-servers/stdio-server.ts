import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema, type RequestId } from '@modelcontextprotocol/sdk/types.js';

// A server that is a command with deliberate faults: `mode` is the fault of the whole server, and each tool has a
// fault of its own.
const [, , mode = 'healthy'] = process.argv;
const FOREVER = 'setInterval(() => {}, 1000)';
const MEGABYTE = 1_024 * 1_024;

const written = async (text: string): Promise<void> => {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
};
const waiting = async (): Promise<never> => {
  for (;;) await delay(1_000);
};

/** The output of each tool. */
const tools: Record<string, (args: Record<string, unknown>, id: RequestId) => Promise<string>> = {
  echo: async (args) => JSON.stringify(args),
  environment: async () => JSON.stringify({ cwd: process.cwd(), env: process.env }),
  raw: async ({ result }, id) => {
    await written(`{"result":${String(result)},"jsonrpc":"2.0","id":${JSON.stringify(id)}}\n`);
    return waiting();
  },
  noise: async () => {
    await written('Listening …\n{"not":"a message"}\n\n');
    return 'quiet again';
  },
  die: async () => {
    process.stderr.write(`token=hunter2hunter2\nthe key is ${process.env['PRINTER_KEY']}\nthe printer is on fire\n`);
    await delay(20);
    process.exit(3);
  },
  large: async () => 'ü'.repeat(5 * MEGABYTE),
  hang: waiting,
  flood: async () => {
    for (let i = 0; i < 100; i++) await written('x'.repeat(MEGABYTE));
    return waiting();
  },
  // Stops at one gigabyte, because the watchdog may take a while.
  eat: async () => {
    const eaten: Buffer[] = [];
    while (eaten.length < 64) {
      eaten.push(Buffer.alloc(16 * MEGABYTE, eaten.length));
      await delay(10);
    }
    return waiting();
  },
  pings: async ({ bytes }) => {
    process.stdin.pause();
    const filler = 'x'.repeat(Number(bytes));
    for (let i = 0; ; i++) await written(`{"jsonrpc":"2.0","id":"ping-${i}-${filler}","method":"ping"}\n`);
  },
  blank: async () => {
    for (;;) await written('\n'.repeat(65_536));
  },
  notices: async ({ bytes }) => {
    const line = `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"${'x'.repeat(Number(bytes))}"}}\n`;
    for (;;) await written(line);
  },
  escape: async () =>
    String(
      spawn(process.execPath, ['-e', `process.on('SIGTERM', () => {}); ${FOREVER}`], {
        stdio: 'ignore',
        detached: true,
      }).pid,
    ),
  fork: async () =>
    String(spawn(process.execPath, ['-e', `process.on('SIGTERM', () => {}); ${FOREVER}`], { stdio: 'ignore' }).pid),
};

async function serve(): Promise<void> {
  const server = new Server({ name: 'stdio', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: Object.keys(tools).map((name) => ({
      name,
      inputSchema: { type: 'object' as const },
      ...(mode === 'latin1' && { description: 'Für dich.' }),
    })),
  }));
  server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params: { name, arguments: args = {} } }, { requestId }) => ({
      content: [{ type: 'text', text: await tools[name]!(args, requestId) }],
    }),
  );
  await server.connect(new StdioServerTransport());
}

switch (mode) {
  case 'mute':
    await waiting();
    break;
  case 'crash':
    process.stderr.write('Error: PRINTER_KEY is not set\n    at main.js:1\n');
    process.exitCode = 1;
    break;
  case 'picky':
    process.stdin.once('data', (first: Buffer) => {
      // A process whose session is already initialized is not started again.
      if (first.includes('server/discover') && !first.includes('"initialize"')) process.exit(2);
      process.stdin.unshift(first);
      void serve();
    });
    break;
  case 'late':
    // With one shared file, the first process stays silent and later ones answer.
    if (existsSync(process.env['LATE_FILE']!)) await serve();
    else {
      writeFileSync(process.env['LATE_FILE']!, '');
      process.stdin.once('end', () => process.exit()).resume();
      await waiting();
    }
    break;
  case 'latin1': {
    const write = process.stdout.write.bind(process.stdout);
    process.stdout.write = (text: string) => write(text, 'latin1');
    await serve();
    break;
  }
  case 'stubborn':
    process.on('SIGTERM', () => {});
    setInterval(() => {}, 1_000);
    await serve();
    break;
  default:
    await serve();
}
