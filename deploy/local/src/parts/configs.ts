import { loadConfig as catalog } from '@assay/catalog/config';
import { addressSetting, serviceNames } from '@assay/contract/services';
import { loadConfig as diagnostics } from '@assay/diagnostics/config';
import { loadConfig as environments } from '@assay/environments/config';
import { loadConfig as gateway } from '@assay/gateway/config';
import { ConfigError, loadAll, readEnv, type Env } from '@assay/kit/env';
import { METRICS_PORT, telemetrySettings } from '@assay/kit/telemetry/settings';
import { loadConfig as runner } from '@assay/runner/config';
import { loadConfig as runs } from '@assay/runs/config';
import { loadConfig as suites } from '@assay/suites/config';
import { loadConfig as swarms } from '@assay/swarms/config';
import { installationEnv, partEnv, runnerMetricsPort, type BaseSettings } from './part-env.ts';

const MAX_PORT = 65_535;

/** How each part reads its settings. */
export const configs = { catalog, diagnostics, environments, suites, runs, swarms, gateway };

/** Settings in place of the ones that are known only when Postgres and the services run. */
const MADE_LATER: Omit<BaseSettings, 'env'> = {
  meshSecret: 'a secret that the start makes',
  keyEncryptionKey: '0'.repeat(64),
  databaseUrl: (role) => `postgres://${role}@127.0.0.1/postgres`,
};
const ADDRESSES: Env = Object.fromEntries(serviceNames.map((name) => [addressSetting(name), '127.0.0.1:1']));

/** Reads the settings of every part before anything is started. @throws ConfigError with the faults of all. */
export function checkParts(listener: { host: string; port: number }, env: Env): void {
  const base = { ...MADE_LATER, env: installationEnv(listener, env, {}) };
  const envOf = (part: string): Env => partEnv(base, part, ADDRESSES);
  loadAll(
    ...Object.entries(configs).map(
      ([part, load]) =>
        (): unknown =>
          load(envOf(part)),
    ),
    () => runner(envOf('runner')),
    () => readEnv(env, telemetrySettings),
    () => checkRunnerMetrics(env),
  );
}

/** @throws ConfigError when there is no port after the one of the platform's metrics. */
function checkRunnerMetrics(env: Env): void {
  if (runnerMetricsPort(env) === MAX_PORT + 1)
    throw new ConfigError([
      `${METRICS_PORT.name} must be at most ${MAX_PORT - 1} here: the metrics of the runner are at the port after it`,
    ]);
}
