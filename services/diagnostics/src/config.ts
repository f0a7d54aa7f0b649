import { egressSettings, type EgressSettings } from '@assay/egress/settings';
import { readEnv, type Env } from '@assay/kit/env';
import { serviceConfig, type ServiceConfig } from '@assay/kit/service';

export interface Config extends ServiceConfig {
  keyEncryptionKey: Buffer;
  catalogAddress: string;
  /** The public address of the gateway, without a slash at its end. */
  publicUrl: string;
  egress: EgressSettings;
}

export const loadConfig = (env: Env = process.env): Config =>
  readEnv(env, (reader) => ({
    ...serviceConfig(reader),
    keyEncryptionKey: reader.key('KEY_ENCRYPTION_KEY'),
    catalogAddress: reader.text('CATALOG_ADDRESS'),
    publicUrl: reader.url('PUBLIC_URL', 'http://127.0.0.1:4000'),
    egress: egressSettings(reader),
  }));
