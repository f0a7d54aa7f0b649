import { readEnv, type Env } from '@assay/kit/env';
import { serviceConfig, type ServiceConfig } from '@assay/kit/service';

export interface Config extends ServiceConfig {
  catalogAddress: string;
  environmentsAddress: string;
}

export const loadConfig = (env: Env = process.env): Config =>
  readEnv(env, (reader) => ({
    ...serviceConfig(reader),
    catalogAddress: reader.text('CATALOG_ADDRESS'),
    environmentsAddress: reader.text('ENVIRONMENTS_ADDRESS'),
  }));
