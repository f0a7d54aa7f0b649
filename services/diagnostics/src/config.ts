import { egressSettings, type EgressSettings } from '@assay/egress/settings';
import { readEnv, type Env } from '@assay/kit/env';
import { serviceConfig } from '@assay/kit/service';
import type { WorkingServiceConfig } from '@assay/work/service/local-runner';

export interface Config extends WorkingServiceConfig {
  keyEncryptionKey: Buffer;
  catalogAddress: string;
  /** The public address of the gateway, without a slash at its end. */
  publicUrl: string;
  egress: EgressSettings;
  /** At most this many bytes of large answers of servers are held at a time; of one organization half of them. */
  maxAnswerBytesInFlight: number;
  /** Whether the installation has runners with a browser. */
  browserRunners: boolean;
}

export const loadConfig = (env: Env = process.env): Config =>
  readEnv(env, (reader) => ({
    ...serviceConfig(reader),
    keyEncryptionKey: reader.key('KEY_ENCRYPTION_KEY'),
    catalogAddress: reader.text('CATALOG_ADDRESS'),
    publicUrl: reader.url('PUBLIC_URL', 'http://127.0.0.1:4000'),
    egress: egressSettings(reader),
    maxAnswerBytesInFlight: reader.int('MAX_ANSWER_BYTES_IN_FLIGHT', 256 * 1024 * 1024),
    browserRunners: reader.flag('BROWSER_RUNNERS', false),
  }));
