import { ConfigError } from '@assay/kit/env';
import { assertListenable, type ListenAddress } from '@assay/kit/listen-fault';
import type { Logger } from '@assay/kit/log';
import { METRICS_PORT } from '@assay/kit/telemetry/settings';
import type { Launch } from './load-launch.ts';
import { runnerMetricsPort } from './parts/part-env.ts';
import { ASSAY_HOST, ASSAY_PORT } from './settings.ts';
import { startInFolder, type RunningAssay } from './start-in-folder.ts';
import { StartRefusal } from './start-refusal.ts';

/**
 * Starts the whole product on this machine. `say` gets a line per phase. When a later phase fails, the started parts
 * are stopped.
 */
export async function startAssay(
  { place, env }: Launch,
  log: Logger,
  say: (line: string) => void,
): Promise<RunningAssay> {
  const { host, port } = place;
  await checkPort({ host, port, setting: ASSAY_PORT.name, hostSetting: ASSAY_HOST.name });
  const metricsPort = runnerMetricsPort(env);
  if (metricsPort !== undefined)
    await checkPort(
      { port: metricsPort, setting: METRICS_PORT.name },
      ` The metrics of the runner are at the port after ${METRICS_PORT.name}.`,
    );
  return startInFolder({ ...place, durable: true }, env, log, say);
}

/** Fails before anything is started when the port is taken; `note` follows the reason. */
async function checkPort(address: ListenAddress, note = ''): Promise<void> {
  await assertListenable(address).catch((error: unknown) => {
    if (error instanceof ConfigError) throw new StartRefusal(`${error.faults.join(' ')}${note}`);
    const { code } = error as NodeJS.ErrnoException;
    throw new StartRefusal(`Port ${address.port} cannot be listened on (${code}).`);
  });
}
