import type { GatewayAddresses } from '@assay/egress/gateway-egress';
import { egressSettings, type EgressSettings } from '@assay/egress/settings';
import { BROWSER_RUNNERS } from '@assay/browser/settings';
import { SERVICE_ADDRESSES } from '@assay/kit/rpc/address-settings';
import { KEY_ENCRYPTION_KEY } from '@assay/kit/security/key-settings';
import { readEnv, type Env } from '@assay/kit/env';
import { gatewayAddresses } from '@assay/kit/settings/process-settings';
import { serviceConfig } from '@assay/kit/service';
import type { WorkingServiceConfig } from '@assay/work/service/local-runner';
import { MAX_ANSWER_BYTES_IN_FLIGHT } from './settings.ts';

export interface Config extends WorkingServiceConfig, GatewayAddresses {
  keyEncryptionKey: Buffer;
  catalogAddress: string;
  egress: EgressSettings;
  /** At most this many bytes of large answers of servers are held at a time; of one organization half of them. */
  maxAnswerBytesInFlight: number;
  /** Whether the installation has runners with a browser. */
  browserRunners: boolean;
}

export const loadConfig = (env: Env = process.env): Config =>
  readEnv(env, (reader) => ({
    ...serviceConfig(reader),
    ...gatewayAddresses(reader),
    keyEncryptionKey: reader.read(KEY_ENCRYPTION_KEY),
    catalogAddress: reader.read(SERVICE_ADDRESSES.catalog),
    egress: egressSettings(reader),
    maxAnswerBytesInFlight: reader.read(MAX_ANSWER_BYTES_IN_FLIGHT),
    browserRunners: reader.read(BROWSER_RUNNERS),
  }));
