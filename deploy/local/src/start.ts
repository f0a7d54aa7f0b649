import { join } from 'node:path';
import { ConfigError, type Env } from '@assay/kit/env';
import { assertListenable } from '@assay/kit/listen-fault';
import type { Logger } from '@assay/kit/log';
import { personPath } from './person-path.ts';
import { ASSAY_HOST, ASSAY_PORT, loadSettings } from './settings.ts';
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
  await checkPort(place.host, place.port);
  return startInFolder({ ...place, durable: true }, env, log, say);
}

/** The folder of the product's packages. */
const ROOT = join(import.meta.dirname, '../../..');

/** Fails before anything is started when the port is taken. */
async function checkPort(host: string, port: number): Promise<void> {
  await assertListenable({ host, port, setting: ASSAY_PORT.name, hostSetting: ASSAY_HOST.name }).catch(
    (error: unknown) => {
      if (error instanceof ConfigError) throw new StartRefusal(error.faults.join(' '));
      throw new StartRefusal(`${host}:${port} cannot be listened on (${(error as NodeJS.ErrnoException).code}).`);
    },
  );
}
