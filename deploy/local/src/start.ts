import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Env } from '@assay/kit/env';
import type { Logger } from '@assay/kit/log';
import { personPath } from './person-path.ts';
import { runnerMetricsPort } from './runner/runner-metrics.ts';
import { loadSettings } from './settings.ts';
import { startInFolder, type RunningAssay } from './start-in-folder.ts';
import { StartRefusal } from './start-refusal.ts';

/**
 * Starts the whole product on this machine. `say` gets a line per phase. When a later phase fails, the started parts
 * are stopped.
 */
export async function startAssay(given: Env, log: Logger, say: (line: string) => void): Promise<RunningAssay> {
  // An empty setting counts as absent, and must not hide a value that is kept in the folder.
  const env = Object.fromEntries(
    Object.entries({ ...given, PATH: personPath(given, ROOT) }).filter(([, value]) => value),
  );
  const place = loadSettings(env);
  await checkPort('ASSAY_PORT', place.port, place.host);
  const metricsPort = runnerMetricsPort(env);
  if (metricsPort !== undefined) await checkPort('METRICS_PORT', metricsPort);
  return startInFolder({ ...place, durable: true }, env, log, say);
}

/** The folder of the product's packages. */
const ROOT = join(import.meta.dirname, '../../..');

/**
 * Fails before anything is started when the port is taken, at this address or at all. `setting` tells the port:
 * `METRICS_PORT` the one before, as the runner's metrics are at the next one.
 */
function checkPort(setting: 'ASSAY_PORT' | 'METRICS_PORT', port: number, host?: string): Promise<void> {
  const free = setting === 'ASSAY_PORT' ? 'a free port' : 'another port; the metrics of the runner are at the next one';
  const reasons: Record<string, string> = {
    EACCES: `Port ${port} needs more rights than this user has. Set ${setting} to a port above 1023.`,
    EADDRINUSE: `Port ${port} is taken by another program. Stop it, or set ${setting} to ${free}.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Set ASSAY_HOST to an address of this machine.`,
  };
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', ({ code = '' }: NodeJS.ErrnoException) =>
      reject(new StartRefusal(reasons[code] ?? `Port ${port} cannot be listened on (${code}).`)),
    );
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
