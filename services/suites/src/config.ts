import { readEnv, type Env } from '@assay/kit/env';
import { serviceConfig } from '@assay/kit/service';
import type { WorkingServiceConfig } from '@assay/work/service/local-runner';

export interface Config extends WorkingServiceConfig {
  catalogAddress: string;
  environmentsAddress: string;
  /** The public address of the console, without a slash at its end. */
  publicUrl: string;
}

export const loadConfig = (env: Env = process.env): Config =>
  readEnv(env, (reader) => ({
    ...serviceConfig(reader),
    catalogAddress: reader.text('CATALOG_ADDRESS'),
    environmentsAddress: reader.text('ENVIRONMENTS_ADDRESS'),
    publicUrl: reader.url('PUBLIC_URL', 'http://127.0.0.1:4000'),
  }));
