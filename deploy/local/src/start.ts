import { createServer } from 'node:net';
import type { Env } from '@assay/kit/env';
import type { Logger } from '@assay/kit/log';
import { loadLaunch } from './load-launch.ts';
import { startInFolder, type RunningAssay } from './start-in-folder.ts';
import { StartRefusal } from './start-refusal.ts';

/**
 * Starts the whole product on this machine. `say` gets a line per phase. When a later phase fails, the started parts
 * are stopped.
 */
export async function startAssay(given: Env, log: Logger, say: (line: string) => void): Promise<RunningAssay> {
  const { place, env } = loadLaunch(given);
  await checkPort(place.host, place.port);
  return startInFolder({ ...place, durable: true }, env, log, say);
}

/** Fails before anything is started when the port is taken. */
function checkPort(host: string, port: number): Promise<void> {
  const reasons: Record<string, string> = {
    EACCES: `Port ${port} needs more rights than this user has. Set ASSAY_PORT to a port above 1023.`,
    EADDRINUSE: `Port ${port} is taken by another program. Stop it, or set ASSAY_PORT to a free port.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Set ASSAY_HOST to an address of this machine.`,
  };
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', ({ code = '' }: NodeJS.ErrnoException) =>
      reject(new StartRefusal(reasons[code] ?? `${host}:${port} cannot be listened on (${code}).`)),
    );
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
