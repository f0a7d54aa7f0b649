import type { SeededInstallation } from '@assay/catalog/actions/organizations/seed';
import { startCatalog } from '@assay/catalog/app';
import { loadConfig as catalogConfig } from '@assay/catalog/config';
import {
  addressSetting,
  serviceNames,
  services,
  type AddressSetting,
  type ServiceName,
} from '@assay/contract/services';
import { startDiagnostics } from '@assay/diagnostics/app';
import { loadConfig as diagnosticsConfig } from '@assay/diagnostics/config';
import { startEnvironments } from '@assay/environments/app';
import { loadConfig as environmentsConfig } from '@assay/environments/config';
import { startGateway } from '@assay/gateway/start';
import { loadConfig as gatewayConfig } from '@assay/gateway/config';
import type { Bus } from '@assay/kit/bus/bus';
import { openBus } from '@assay/kit/bus/open-bus';
import { busSettings } from '@assay/kit/bus/settings';
import { readEnv, type Env } from '@assay/kit/env';
import type { Logger } from '@assay/kit/log';
import { LocalPeers } from '@assay/kit/rpc/local/local-peers';
import type { RunningServer } from '@assay/kit/rpc/serve';
import { startRuns } from '@assay/runs/app';
import { loadConfig as runsConfig } from '@assay/runs/config';
import { startSuites } from '@assay/suites/app';
import { loadConfig as suitesConfig } from '@assay/suites/config';
import { startSwarms } from '@assay/swarms/app';
import { loadConfig as swarmsConfig } from '@assay/swarms/config';
import type { LocalRunner } from '@assay/work/service/local-runner';
import type { Closers } from './closers.ts';
import { runnerMetricsPort } from './runner/runner-metrics.ts';
import { RunnerOnDemand } from './runner/runner-on-demand.ts';
import { startRunner } from './runner/start-runner.ts';

export interface Platform {
  url: string;
  seeded: SeededInstallation | undefined;
  /** The addresses of the services, by their settings: further runners may join. */
  addresses: Record<AddressSetting, string>;
}

interface Started extends RunningServer {
  /** The credentials that the first start made. */
  seeded?: SeededInstallation | undefined;
}

/** The parts that all services of this process share. */
interface Shared {
  localPeers: LocalPeers;
  localBus: Bus;
  localRunner: LocalRunner;
}

/** How each service is started. A missing service does not compile. */
const start: Record<ServiceName, (env: Env, shared: Shared, log: Logger) => Promise<Started>> = {
  catalog: (env, shared, log) => startCatalog({ ...catalogConfig(env), ...shared }, log),
  diagnostics: (env, shared, log) => startDiagnostics({ ...diagnosticsConfig(env), ...shared }, log),
  environments: (env, shared, log) => startEnvironments({ ...environmentsConfig(env), ...shared }, log),
  suites: (env, shared, log) => startSuites({ ...suitesConfig(env), ...shared }, log),
  runs: (env, shared, log) => startRuns({ ...runsConfig(env), ...shared }, log),
  swarms: (env, shared, log) => startSwarms({ ...swarmsConfig(env), ...shared }, log),
};

/** Settings that every service gets; the environment's own settings are kept. */
export interface BaseSettings {
  env: Env;
  meshSecret: string;
  keyEncryptionKey: string;
  databaseUrl(role: string): string;
  /** The environment of commands, in place of the variables that RUNNER_STDIO_ENV names. */
  commandEnv?: Record<string, string> | undefined;
}

/**
 * Starts every service in this process, each on a loopback port of its own, and with the first work the runner, in a thread
 * or process of its own: the same services as on a cluster. The runner reaches them over the same gRPC; they reach each other within
 * the process. `closers` gets each part as soon as it runs.
 */
export async function startPlatform(base: BaseSettings, log: Logger, closers: Closers): Promise<Platform> {
  const common: Env = {
    ...base.env,
    MESH_SECRET: base.meshSecret,
    KEY_ENCRYPTION_KEY: base.keyEncryptionKey,
    LISTEN_ADDRESS: '127.0.0.1:0',
    GRPC_REFLECTION: 'off',
    BUS_DATABASE_URL: base.databaseUrl('bus'),
    // The installation's own secrets are not replaced by files that settings of another program name.
    MESH_SECRET_FILE: undefined,
    KEY_ENCRYPTION_KEY_FILE: undefined,
    BUS_DATABASE_URL_FILE: undefined,
    DATABASE_URL_FILE: undefined,
    DIRECT_DATABASE_URL: undefined,
    DIRECT_DATABASE_URL_FILE: undefined,
  };
  const envOf = (service: string, more: Env = {}): Env => ({
    ...common,
    DATABASE_URL: base.databaseUrl(service),
    ...more,
  });
  const logOf = (service: string) => log.child({ service });

  const [localPeers, localRunner] = [new LocalPeers(), new RunnerOnDemand()];
  const localBus = await openBus(readEnv(common, busSettings), logOf('bus'));
  closers.add({ stop: () => localBus.close() });
  const started = new Map<ServiceName, Promise<Started>>();
  const addressesOf = async (names: readonly ServiceName[]): Promise<Env> =>
    Object.fromEntries(
      await Promise.all(names.map(async (name) => [addressSetting(name), (await started.get(name)!).address])),
    );
  for (const name of serviceNames) {
    const begin = async (): Promise<Started> => {
      const running = await start[name](
        // One port for probes cannot be opened by several services.
        envOf(name, { ...(await addressesOf(services[name].calls)), HEALTH_PORT: undefined }),
        { localPeers, localBus, localRunner },
        logOf(name),
      );
      closers.add(running);
      return running;
    };
    started.set(name, begin());
  }
  // A service that is still starting while another one fails is known to `closers` before anything is stopped.
  await Promise.allSettled(started.values());
  const addresses = (await addressesOf(serviceNames)) as Platform['addresses'];
  const runner = startRunner(
    {
      env: envOf('runner', { ...addresses, METRICS_PORT: String(runnerMetricsPort(base.env) ?? 0) }),
      commandEnv: base.commandEnv,
    },
    localRunner,
    log,
  );
  closers.add(runner);
  const gateway = await startGateway({ ...gatewayConfig(envOf('gateway', addresses)), localPeers }, logOf('gateway'));
  closers.add(gateway);
  return {
    url: gateway.url,
    seeded: (await started.get('catalog')!).seeded,
    addresses,
  };
}
