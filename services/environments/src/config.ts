import { readEnv, type Env } from '@assay/kit/env';
import { mailSettings, type MailSettings } from '@assay/kit/mail/settings';
import { serviceConfig } from '@assay/kit/service';
import type { WorkingServiceConfig } from '@assay/work/service/local-runner';

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
    catalogAddress: reader.text('CATALOG_ADDRESS'),
    publicUrl: reader.url('PUBLIC_URL', 'http://127.0.0.1:4000'),
    agentModel: reader.text('AGENT_MODEL', 'scripted/rules'),
    hasBuilder: reader.flag('IMAGE_BUILDS', false),
    browserRunners: reader.flag('BROWSER_RUNNERS', false),
    insightsModel: reader.optional('INSIGHTS_MODEL'),
    mail: mailSettings(reader),
  }));
