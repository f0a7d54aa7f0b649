import { egressSettings, type EgressSettings } from '@assay/egress/settings';
import type { Model } from '@assay/contract/areas/model-providers/model';
import { readEnv, type Env, type EnvReader } from '@assay/kit/env';
import { RATE_LIMIT_BURST, RATE_LIMIT_PER_MINUTE, requestLimit } from '@assay/kit/requests/limit-settings';
import { KEY_ENCRYPTION_KEY } from '@assay/kit/security/key-settings';
import { serviceConfig, type ServiceConfig } from '@assay/kit/service';
import { PUBLIC_URL } from '@assay/kit/settings/process-settings';
import type { Setting } from '@assay/kit/settings/setting';
import type { LocalRunnerLabels } from './flows/servers/local-runner-labels.ts';
import type { InstallationSeed } from './flows/organizations/seed-installation.ts';
import {
  installationSettings,
  type LimitValues,
  type EffectiveSettings,
} from './domain/organizations/organization-settings.ts';
import type { RetentionDays } from './domain/organizations/retention.ts';
import { scriptedModel } from './domain/model-providers/hosted-models.ts';
import { REGISTRY_SOURCES, type RegistrySource } from './flows/registry/settings.ts';
import { signOnSettings, type SignOnSettings } from './flows/single-sign-on/settings.ts';
import * as settings from './settings.ts';

export interface Config extends ServiceConfig {
  keyEncryptionKey: Buffer;
  publicUrl: string;
  /** The settings of an organization that sets nothing itself. */
  installation: EffectiveSettings;
  ceilings: LimitValues;
  retention: RetentionDays;
  /** How long model calls are kept, in days; 0 is for ever. */
  modelCallDays: number;
  hostedModels: Model[];
  egress: EgressSettings;
  registrySources: RegistrySource[];
  signon: SignOnSettings | undefined;
  /** The objects that an empty installation is seeded with; undefined leaves it empty. */
  init: InstallationSeed | undefined;
  /** The runner in this process, if there is one that starts with the work. */
  localRunner?: LocalRunnerLabels | undefined;
}

export const loadConfig = (env: Env = process.env): Config =>
  readEnv(env, (reader) => {
    const { read } = reader;
    return {
      ...serviceConfig(reader),
      ...inForce(reader),
      keyEncryptionKey: read(KEY_ENCRYPTION_KEY),
      publicUrl: read(PUBLIC_URL),
      modelCallDays: read(settings.RETENTION_MODEL_CALLS_DAYS),
      hostedModels: hostedModels(reader),
      egress: egressSettings(reader),
      registrySources: read(REGISTRY_SOURCES),
      signon: signOnSettings(reader),
      init: initConfig(reader),
    };
  });

function inForce(reader: EnvReader): Pick<Config, 'installation' | 'ceilings' | 'retention'> {
  const { read } = reader;
  const { perMinute: requestsPerMinute, burst: requestBurst } = requestLimit(reader);
  const retention = {
    runs: read(settings.RETENTION_RUNS_DAYS),
    traces: read(settings.RETENTION_TRACES_DAYS),
    sessions: read(settings.RETENTION_SESSIONS_DAYS),
    audit: read(settings.RETENTION_AUDIT_DAYS),
  };
  const wanted: LimitValues = {
    requestsPerMinute,
    requestBurst,
    concurrentRuns: read(settings.MAX_CONCURRENT_RUNS),
    runMinutes: read(settings.MAX_RUN_MINUTES),
    queueMinutes: read(settings.MAX_QUEUE_MINUTES),
    repetitions: read(settings.MAX_REPETITIONS),
  };
  const { limits, ceilings } = underCeilings(reader, wanted);
  return { retention, ceilings, installation: installationSettings(limits, retention) };
}

/** Each limit of an organization that sets none itself, and the most that an organization may set. */
const CEILINGS: Record<keyof LimitValues, [limit: Setting<number>, ceiling: Setting<number>]> = {
  requestsPerMinute: [RATE_LIMIT_PER_MINUTE, settings.RATE_LIMIT_MAX_PER_MINUTE],
  requestBurst: [RATE_LIMIT_BURST, settings.RATE_LIMIT_MAX_BURST],
  concurrentRuns: [settings.MAX_CONCURRENT_RUNS, settings.MAX_CONCURRENT_RUNS_CEILING],
  runMinutes: [settings.MAX_RUN_MINUTES, settings.MAX_RUN_MINUTES_CEILING],
  queueMinutes: [settings.MAX_QUEUE_MINUTES, settings.MAX_QUEUE_MINUTES_CEILING],
  repetitions: [settings.MAX_REPETITIONS, settings.MAX_REPETITIONS_CEILING],
};

/** The limits and their ceilings: one that is not set follows the other, and two that are set must fit. */
function underCeilings(
  { isSet, read, refuse }: EnvReader,
  wanted: LimitValues,
): Record<'limits' | 'ceilings', LimitValues> {
  const [limits, ceilings] = [{ ...wanted }, { ...wanted }];
  for (const name of Object.keys(CEILINGS) as (keyof LimitValues)[]) {
    const [limit, ceiling] = CEILINGS[name];
    const usual = ceiling.facts.default!;
    const most = read(ceiling, isSet(limit) ? Math.max(usual, wanted[name]) : usual);
    if (isSet(limit) && wanted[name] > most)
      refuse(`${limit.name}, ${wanted[name]}, must be at most ${ceiling.name}, ${most}`);
    limits[name] = Math.min(wanted[name], most);
    ceilings[name] = most;
  }
  return { limits, ceilings };
}

/** The models that the operator lists, and the scripted model unless it is switched off. */
const hostedModels = ({ read }: EnvReader): Model[] => [
  // Undefined when the list has faults.
  ...(read(settings.HOSTED_MODELS) ?? []),
  ...(read(settings.HOSTED_SCRIPTED_MODELS) ? [scriptedModel] : []),
];

/** Seeding is configured by the owner's address, the one setting without a sensible default. */
function initConfig({ optional, read }: EnvReader): InstallationSeed | undefined {
  const seed = {
    organization: read(settings.ASSAY_INIT_ORG),
    project: read(settings.ASSAY_INIT_PROJECT),
    ownerPassword: optional(settings.ASSAY_INIT_OWNER_PASSWORD),
    apiKey: optional(settings.ASSAY_INIT_API_KEY),
  };
  const ownerEmail = optional(settings.ASSAY_INIT_OWNER_EMAIL);
  return ownerEmail === undefined ? undefined : { ...seed, ownerEmail };
}
