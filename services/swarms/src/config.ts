import { INSIGHTS_MODEL } from '@assay/findings/explaining/settings';
import { SERVICE_ADDRESSES } from '@assay/kit/rpc/address-settings';
import { readEnv, type Env } from '@assay/kit/env';
import { serviceConfig } from '@assay/kit/service';
import type { WorkingServiceConfig } from '@assay/work/service/local-runner';
import { JOURNEY_JUDGE_MODEL, PERSONA_MODEL } from './settings.ts';

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
    catalogAddress: reader.read(SERVICE_ADDRESSES.catalog),
    environmentsAddress: reader.read(SERVICE_ADDRESSES.environments),
    personaModel: reader.read(PERSONA_MODEL),
    judgeModel: reader.read(JOURNEY_JUDGE_MODEL),
    insightsModel: reader.optional(INSIGHTS_MODEL),
  }));
