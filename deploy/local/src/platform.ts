import type { SeededInstallation } from '@assay/catalog/actions/organizations/seed';
import { startCatalog } from '@assay/catalog/app';
import {
  addressSetting,
  serviceNames,
  services,
  type AddressSetting,
  type ServiceName,
} from '@assay/contract/services';
import { startDiagnostics } from '@assay/diagnostics/app';
import { startEnvironments } from '@assay/environments/app';
import { startGateway } from '@assay/gateway/start';
import type { Bus } from '@assay/kit/bus/bus';
import { openBus } from '@assay/kit/bus/open-bus';
import { busSettings } from '@assay/kit/bus/settings';
import { readEnv, type Env } from '@assay/kit/env';
import type { Logger } from '@assay/kit/log';
import { LocalPeers } from '@assay/kit/rpc/local/local-peers';
import type { RunningServer } from '@assay/kit/rpc/serve';
import { startRuns } from '@assay/runs/app';
import { startSuites } from '@assay/suites/app';
import { startSwarms } from '@assay/swarms/app';
import type { LocalRunner } from '@assay/work/service/local-runner';
import type { Closers } from './closers.ts';
import { configs } from './parts/configs.ts';
import { partEnv, type BaseSettings } from './parts/part-env.ts';
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
  catalog: (env, shared, log) => startCatalog({ ...configs.catalog(env), ...shared }, log),
  diagnostics: (env, shared, log) => startDiagnostics({ ...configs.diagnostics(env), ...shared }, log),
  environments: (env, shared, log) => startEnvironments({ ...configs.environments(env), ...shared }, log),
  suites: (env, shared, log) => startSuites({ ...configs.suites(env), ...shared }, log),
  runs: (env, shared, log) => startRuns({ ...configs.runs(env), ...shared }, log),
  swarms: (env, shared, log) => startSwarms({ ...configs.swarms(env), ...shared }, log),
};

/**
 * Starts every service in this process, each on a loopback port of its own, and with the first work the runner, in a thread
 * or process of its own: the same services as on a cluster. The runner reaches them over the same gRPC; they reach each other within
 * the process. `closers` gets each part as soon as it runs.
 */
export async function startPlatform(base: BaseSettings, log: Logger, closers: Closers): Promise<Platform> {
  const envOf = (part: string, more: Env = {}): Env => partEnv(base, part, more);
  const logOf = (service: string) => log.child({ service });

  const [localPeers, localRunner] = [new LocalPeers(), new RunnerOnDemand()];
  const localBus = await openBus(readEnv(envOf('bus'), busSettings), logOf('bus'));
  closers.add({ stop: () => localBus.close() });
  const started = new Map<ServiceName, Promise<Started>>();
  const addressesOf = async (names: readonly ServiceName[]): Promise<Env> =>
    Object.fromEntries(
      await Promise.all(names.map(async (name) => [addressSetting(name), (await started.get(name)!).address])),
    );
  for (const name of serviceNames) {
    const begin = async (): Promise<Started> => {
      const running = await start[name](
        envOf(name, await addressesOf(services[name].calls)),
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
  const runner = startRunner({ env: envOf('runner', addresses), commandEnv: base.commandEnv }, localRunner, log);
  closers.add(runner);
  const gateway = await startGateway({ ...configs.gateway(envOf('gateway', addresses)), localPeers }, logOf('gateway'));
  closers.add(gateway);
  return {
    url: gateway.url,
    seeded: (await started.get('catalog')!).seeded,
    addresses,
  };
}
