import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { PostgresCluster } from './cluster.ts';
import { spawnProgram, type ProgramOptions } from './run.ts';
import { FORGETFUL, SETTINGS } from './server-settings.ts';

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
