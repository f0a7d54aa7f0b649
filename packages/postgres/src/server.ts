import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { PostgresCluster } from './cluster.ts';
import { spawnProgram, type ProgramOptions } from './run.ts';

/**
 * Settings that suit a laptop and are enough for the pools of all services. Errors are reported to the client, and
 * their SQL is not logged.
 */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '64MB',
  max_wal_size: '256MB',
  jit: 'off',
  io_method: 'sync',
  max_logical_replication_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

/** Settings for data that may be lost in a power failure. */
const FORGETFUL = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
};

const READY = /database system is ready to accept connections/;
const LAST_WORDS = 20;

export interface PostgresServer {
  /** Rejects with the last log lines when Postgres ends without `stop`. */
  ended: Promise<void>;
  /** Ends every session, writes memory to disk and waits until the process has ended. */
  stop(): Promise<void>;
}

/** Starts Postgres on a cluster and waits until it accepts connections; recovery after a crash may take a while. */
export async function serveCluster(
  cluster: PostgresCluster,
  port: number,
  { durable, log, onSpawn }: ProgramOptions,
): Promise<PostgresServer> {
  const settings = Object.entries({ ...SETTINGS, ...(durable ? {} : FORGETFUL) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const program = spawnProgram(
    cluster.postgres,
    ['-D', cluster.folder, '-p', String(port), ...settings],
    cluster.account,
  );
  const lines: string[] = [];
  const interrupt = () => {
    program.kill('SIGINT');
  };
  const gone = once(program, 'close');
  process.once('exit', interrupt);
  let stopping = false;
  const ready = new Promise<void>((resolve) => {
    createInterface(program.stderr).on('line', (line) => {
      log.debug(line);
      lines.push(line);
      if (lines.length > LAST_WORDS) lines.shift();
      if (READY.test(line)) resolve();
    });
  });
  const failed = gone.then(() => {
    process.off('exit', interrupt);
    if (!stopping) throw new Error(`Postgres ended: ${lines.join('\n')}`);
  });
  onSpawn?.();
  await Promise.race([ready, failed]);
  failed.catch((error: Error) => log.error({ err: error }, 'Postgres ended on its own'));
  return {
    ended: failed,
    async stop() {
      stopping = true;
      interrupt();
      await gone;
    },
  };
}
