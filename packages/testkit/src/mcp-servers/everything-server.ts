import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { freePort } from '@assay/postgres/free-port';
import { waitUntil } from '../until.ts';

/** Several servers start at the same time on a busy machine. */
const START_MS = 25_000;
const PATHS = { streamableHttp: '/mcp', sse: '/sse' };

export interface McpServerProcess {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

interface EverythingOptions {
  transport: keyof typeof PATHS;
}

/** The servers that the test files of this process share. */
const shared = new Map<EverythingOptions['transport'], Promise<McpServerProcess>>();

/**
 * The server of all test files of this process: it keeps nothing of a session that ended, and its start takes longer than
 * many a test. `stop` leaves it running; it ends with the process.
 */
export async function sharedEverythingServer({ transport }: EverythingOptions): Promise<McpServerProcess> {
  let server = shared.get(transport);
  if (!server) {
    server = startEverythingServer({ transport });
    shared.set(transport, server);
    server.then(
      ({ stop }) => {
        process.once('exit', () => void stop());
        // jest ends a worker that does not end by itself with a signal, after which there is no `exit`.
        process.once('SIGTERM', () => process.exit());
      },
      () => shared.delete(transport),
    );
  }
  return { ...(await server), stop: () => Promise.resolve() };
}

/** Starts the reference server `@modelcontextprotocol/server-everything` as a process and waits until it listens. */
export async function startEverythingServer({ transport }: EverythingOptions): Promise<McpServerProcess> {
  const port = await freePort();
  const main = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'));
  const child = spawn(process.execPath, [main, transport], { stdio: 'ignore', env: { PORT: String(port) } });
  const gone = once(child, 'exit');
  const failed = gone.then(() => {
    throw new Error('server-everything ended before it listened.');
  });
  await Promise.race([waitUntil(() => accepts(port), START_MS), failed]);
  failed.catch(() => {});
  child.unref();
  return {
    url: `http://127.0.0.1:${port}${PATHS[transport]}`,
    pid: child.pid!,
    async stop() {
      child.ref();
      child.kill();
      await gone;
    },
  };
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } finally {
    socket.destroy();
  }
}
