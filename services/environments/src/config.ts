import { BROWSER_RUNNERS } from '@assay/browser/settings';
import { INSIGHTS_MODEL } from '@assay/findings/explaining/settings';
import { SERVICE_ADDRESSES } from '@assay/kit/rpc/address-settings';
import { PUBLIC_URL } from '@assay/kit/settings/process-settings';
import { readEnv, type Env } from '@assay/kit/env';
import { mailSettings, type MailSettings } from '@assay/kit/mail/settings';
import { serviceConfig } from '@assay/kit/service';
import type { WorkingServiceConfig } from '@assay/work/service/local-runner';
import { AGENT_MODEL, IMAGE_BUILDS } from './settings.ts';

export interface Config extends WorkingServiceConfig {
  catalogAddress: string;
  publicUrl: string;
  /** The model of agent turns, `provider/name`. */
  agentModel: string;
  /** The model that explains findings of studies, `provider/name`. */
  insightsModel: string | undefined;
  /** The operator's mail host; undefined where the installation sends no mail. */
  mail: MailSettings | undefined;
  /** Whether a runner of the installation builds sandbox images. */
  hasBuilder: boolean;
  /** Whether the installation has runners with a browser. */
  browserRunners: boolean;
}

export const loadConfig = (env: Env = process.env): Config =>
  readEnv(env, (reader) => ({
    ...serviceConfig(reader),
    catalogAddress: reader.read(SERVICE_ADDRESSES.catalog),
    publicUrl: reader.read(PUBLIC_URL),
    agentModel: reader.read(AGENT_MODEL),
    hasBuilder: reader.read(IMAGE_BUILDS),
    browserRunners: reader.read(BROWSER_RUNNERS),
    insightsModel: reader.optional(INSIGHTS_MODEL),
    mail: mailSettings(reader),
  }));
