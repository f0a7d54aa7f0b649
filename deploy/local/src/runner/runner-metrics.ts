import { ConfigError, readEnv, type Env } from '@assay/kit/env';
import { METRICS_PORT } from '@assay/kit/telemetry/settings';

/**
 * The port for the metrics of the runner, a thread or process of its own: the next one after `METRICS_PORT`. Undefined when
 * there is none to be opened. @throws ConfigError when there is no next one.
 */
export function runnerMetricsPort(env: Env): number | undefined {
  const port = readEnv(env, ({ read }) => read(METRICS_PORT));
  if (port === 0) return undefined;
  if (port === 65_535)
    throw new ConfigError(['METRICS_PORT must be at most 65534 here: the metrics of the runner are at the next port']);
  return port + 1;
}
