import type { Seeded } from '@assay/catalog/actions/organizations/seed';
import { startCatalog } from '@assay/catalog/app';
import { loadConfig as catalogConfig } from '@assay/catalog/config';
import { startDiagnostics } from '@assay/diagnostics/app';
import { loadConfig as diagnosticsConfig } from '@assay/diagnostics/config';
import { startGateway } from '@assay/gateway/start';
import { loadConfig as gatewayConfig } from '@assay/gateway/config';
import type { Env } from '@assay/kit/env';
import type { Logger } from '@assay/kit/log';
import { startRuns } from '@assay/runs/app';
import { loadConfig as runsConfig } from '@assay/runs/config';
import { startSuites } from '@assay/suites/app';
import { loadConfig as suitesConfig } from '@assay/suites/config';
import type { Closers } from './closers.ts';
import { startRunner } from './start-runner.ts';

export interface Platform {
  url: string;
  seeded: Seeded | undefined;
  /** Where the services listen, by the settings that name them: further runners may join. */
  addresses: Record<'CATALOG_ADDRESS' | 'SUITES_ADDRESS' | 'DIAGNOSTICS_ADDRESS' | 'RUNS_ADDRESS', string>;
  /** Rejects when the runner ended by itself. */
  ended: Promise<never>;
}

/** What every service is told, whichever it is; the environment's own settings show through. */
export interface Base {
  env: Env;
  meshSecret: string;
  keyEncryptionKey: string;
  databaseUrl(role: string): string;
}

/**
 * Starts every service in this process, each on a loopback port of its own and the runner in a thread or process of its own:
 * the same services, talking the same gRPC, as on a cluster. `closers` learns how to stop each as soon as it runs.
 */
export async function startPlatform(base: Base, log: Logger, closers: Closers): Promise<Platform> {
  const common: Env = {
    ...base.env,
    MESH_SECRET: base.meshSecret,
    KEY_ENCRYPTION_KEY: base.keyEncryptionKey,
    LISTEN_ADDRESS: '127.0.0.1:0',
    GRPC_REFLECTION: 'off',
    BUS_DATABASE_URL: base.databaseUrl('bus'),
    // What this installation made for itself is not replaced by files that some other program's settings name.
    MESH_SECRET_FILE: undefined,
    KEY_ENCRYPTION_KEY_FILE: undefined,
    BUS_DATABASE_URL_FILE: undefined,
    DATABASE_URL_FILE: undefined,
  };
  const envOf = (service: string, more: Env = {}): Env => ({
    ...common,
    DATABASE_URL: base.databaseUrl(service),
    ...more,
  });
  const logOf = (service: string) => log.child({ service });

  const catalog = await startCatalog(catalogConfig(envOf('catalog')), logOf('catalog'));
  closers.add(catalog);
  const CATALOG_ADDRESS = catalog.address;
  const [suites, diagnostics] = await Promise.all([
    startSuites(suitesConfig(envOf('suites', { CATALOG_ADDRESS })), logOf('suites')),
    startDiagnostics(diagnosticsConfig(envOf('diagnostics', { CATALOG_ADDRESS })), logOf('diagnostics')),
  ]);
  closers.add(suites, diagnostics);
  const addresses = { CATALOG_ADDRESS, SUITES_ADDRESS: suites.address, DIAGNOSTICS_ADDRESS: diagnostics.address };
  const runs = await startRuns(runsConfig(envOf('runs', addresses)), logOf('runs'));
  closers.add(runs);
  const all = { ...addresses, RUNS_ADDRESS: runs.address };
  const runner = startRunner(envOf('runner', all), log.level);
  closers.add(runner);
  const gateway = await startGateway(gatewayConfig(envOf('gateway', all)), logOf('gateway'));
  closers.add(gateway);
  return {
    url: gateway.url,
    seeded: catalog.seeded,
    addresses: all,
    ended: runner.ended,
  };
}
