import type { Env } from '@assay/kit/env';
import { serviceNames } from '@assay/contract/services';

/** Settings that every part gets; the environment's own settings are kept. */
export interface BaseSettings {
  env: Env;
  meshSecret: string;
  keyEncryptionKey: string;
  databaseUrl(role: string): string;
  /** The environment of commands, in place of the variables that RUNNER_STDIO_ENV names. */
  commandEnv?: Record<string, string> | undefined;
}

/** The settings of one part: the gateway, a service, the bus that the services share, or the runner. */
export const partEnv = (
  { env, meshSecret, keyEncryptionKey, databaseUrl }: BaseSettings,
  part: string,
  more: Env = {},
): Env => ({
  ...env,
  MESH_SECRET: meshSecret,
  KEY_ENCRYPTION_KEY: keyEncryptionKey,
  LISTEN_ADDRESS: '127.0.0.1:0',
  GRPC_REFLECTION: 'off',
  BUS_DATABASE_URL: databaseUrl('bus'),
  // The installation's own secrets are not replaced by files that settings of another program name.
  MESH_SECRET_FILE: undefined,
  KEY_ENCRYPTION_KEY_FILE: undefined,
  BUS_DATABASE_URL_FILE: undefined,
  DATABASE_URL_FILE: undefined,
  DIRECT_DATABASE_URL: undefined,
  DIRECT_DATABASE_URL_FILE: undefined,
  DATABASE_URL: databaseUrl(part),
  ...more,
  // One port for probes cannot be opened by several services.
  ...((serviceNames as readonly string[]).includes(part) && { HEALTH_PORT: undefined }),
  ...(part === 'runner' && runnerMetrics(env)),
});

/** The port for the metrics of the runner, a thread or process of its own: the one after `METRICS_PORT`; undefined without. */
export const runnerMetricsPort = ({ METRICS_PORT: port }: Env): number | undefined =>
  Number(port) > 0 ? Number(port) + 1 : undefined;

function runnerMetrics(env: Env): Env {
  const port = runnerMetricsPort(env);
  return port === undefined ? {} : { METRICS_PORT: String(port) };
}

/** Where an installation listens. */
interface Listener {
  host: string;
  port: number;
}

/** The address of the installation on its machine. */
const localUrl = ({ host, port }: Listener): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** The settings of an installation on one machine: the ones that its start makes, which a person may replace, and its address. */
export const installationEnv = (listener: Listener, env: Env, made: Env): Env => ({
  PUBLIC_URL: localUrl(listener),
  ...made,
  ...env,
  GATEWAY_URL: localUrl(listener),
  HOST: listener.host,
  PORT: String(listener.port),
});
