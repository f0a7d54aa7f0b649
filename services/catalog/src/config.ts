import { egressSettings, type EgressSettings } from '@assay/egress/settings';
import type { Model } from '@assay/contract/areas/model-providers/model';
import { readEnv, ConfigError, type Env, type EnvReader } from '@assay/kit/env';
import { requestLimit } from '@assay/kit/requests/request-limit';
import { serviceConfig, type ServiceConfig } from '@assay/kit/service';
import type { LocalRunnerLabels } from './flows/servers/local-runner-labels.ts';
import type { InstallationSeed } from './flows/organizations/seed-installation.ts';
import { isApiKey } from './domain/api-keys/api-key.ts';
import {
  installationSettings,
  type LimitValues,
  type EffectiveSettings,
} from './domain/organizations/organization-settings.ts';
import type { RetentionDays } from './domain/organizations/retention.ts';
import { readHostedModels, scriptedModel } from './domain/model-providers/hosted-models.ts';
import { registrySources, type RegistrySource } from './flows/registry/settings.ts';
import { signOnSettings, type SignOnSettings } from './flows/single-sign-on/settings.ts';

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
  readEnv(env, (reader) => ({
    ...serviceConfig(reader),
    ...inForce(reader),
    keyEncryptionKey: reader.key('KEY_ENCRYPTION_KEY'),
    publicUrl: reader.url('PUBLIC_URL', 'http://127.0.0.1:4000'),
    ceilings: {
      requestsPerMinute: reader.int('RATE_LIMIT_MAX_PER_MINUTE', 6_000),
      requestBurst: reader.int('RATE_LIMIT_MAX_BURST', 600),
      concurrentRuns: reader.int('MAX_CONCURRENT_RUNS_CEILING', 100),
      runMinutes: reader.int('MAX_RUN_MINUTES_CEILING', 1_440),
      queueMinutes: reader.int('MAX_QUEUE_MINUTES_CEILING', 10_080),
      repetitions: reader.int('MAX_REPETITIONS_CEILING', 100),
    },
    modelCallDays: reader.int('RETENTION_MODEL_CALLS_DAYS', 400),
    hostedModels: hostedModels(reader),
    egress: egressSettings(reader),
    registrySources: registrySources(reader),
    signon: signOnSettings(reader),
    init: initConfig(reader),
  }));

/** The log refuses the deletion of younger entries. */
const LEAST_AUDIT_DAYS = 30;

function auditDaysOf(days: number): number {
  if (days !== 0 && days < LEAST_AUDIT_DAYS)
    throw new ConfigError([`RETENTION_AUDIT_DAYS must be at least ${LEAST_AUDIT_DAYS}, or 0 for ever`]);
  return days;
}

function inForce(reader: EnvReader): Pick<Config, 'installation' | 'retention'> {
  const { perMinute: requestsPerMinute, burst: requestBurst } = requestLimit(reader);
  const retention = {
    runs: reader.int('RETENTION_RUNS_DAYS', 400),
    traces: reader.int('RETENTION_TRACES_DAYS', 0),
    sessions: reader.int('RETENTION_SESSIONS_DAYS', 0),
    audit: auditDaysOf(reader.int('RETENTION_AUDIT_DAYS', 400)),
  };
  return {
    retention,
    installation: installationSettings(
      {
        requestsPerMinute,
        requestBurst,
        concurrentRuns: reader.int('MAX_CONCURRENT_RUNS', 2),
        runMinutes: reader.int('MAX_RUN_MINUTES', 20),
        queueMinutes: reader.int('MAX_QUEUE_MINUTES', 1_440),
        repetitions: reader.int('MAX_REPETITIONS', 100),
      },
      retention,
    ),
  };
}

/** The models that the operator lists, and the scripted model unless it is switched off. */
function hostedModels({ optionalSecret, flag }: EnvReader): Model[] {
  const { models, faults } = readHostedModels(optionalSecret('HOSTED_MODELS') ?? '[]');
  if (faults.length > 0) throw new ConfigError(faults.map(({ path, message }) => `HOSTED_MODELS${path} ${message}`));
  return [...models, ...(flag('HOSTED_SCRIPTED_MODELS', true) ? [scriptedModel] : [])];
}

/** Seeding is configured by the owner's address, the one setting without a sensible default. */
function initConfig({ optionalSecret }: EnvReader): InstallationSeed | undefined {
  const [organization, project, ownerEmail] = ['ORG', 'PROJECT', 'OWNER_EMAIL'].map((name) =>
    optionalSecret(`ASSAY_INIT_${name}`),
  );
  const [ownerPassword, apiKey] = ['OWNER_PASSWORD', 'API_KEY'].map((name) => optionalSecret(`ASSAY_INIT_${name}`));
  if (apiKey !== undefined && !isApiKey(apiKey))
    throw new ConfigError(['ASSAY_INIT_API_KEY must be sk_ and at least 32 letters, digits, - or _']);
  if (ownerEmail === undefined) return undefined;
  return {
    organization: organization ?? 'My organization',
    project: project ?? 'Default',
    ownerEmail,
    ownerPassword,
    apiKey,
  };
}
