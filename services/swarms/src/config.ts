import { readEnv, type Env } from '@assay/kit/env';
import { serviceConfig } from '@assay/kit/service';
import type { WorkingServiceConfig } from '@assay/work/service/local-runner';

export interface Config extends WorkingServiceConfig {
  catalogAddress: string;
  environmentsAddress: string;
  /** The model that plays personas, `provider/name`. */
  personaModel: string;
  /** The model that judges goals of journeys, `provider/name`. */
  judgeModel: string;
  /** The model that explains findings, `provider/name`. */
  insightsModel: string | undefined;
}

export const loadConfig = (env: Env = process.env): Config =>
  readEnv(env, (reader) => ({
    ...serviceConfig(reader),
    catalogAddress: reader.text('CATALOG_ADDRESS'),
    environmentsAddress: reader.text('ENVIRONMENTS_ADDRESS'),
    personaModel: reader.text('PERSONA_MODEL', 'scripted/rules'),
    judgeModel: reader.text('JOURNEY_JUDGE_MODEL', 'scripted/rules'),
    insightsModel: reader.optional('INSIGHTS_MODEL'),
  }));
