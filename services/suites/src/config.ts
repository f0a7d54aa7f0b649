import { SERVICE_ADDRESSES } from '@assay/kit/rpc/address-settings';
import { PUBLIC_URL } from '@assay/kit/settings/process-settings';
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
    catalogAddress: reader.read(SERVICE_ADDRESSES.catalog),
    environmentsAddress: reader.read(SERVICE_ADDRESSES.environments),
    publicUrl: reader.read(PUBLIC_URL),
  }));
