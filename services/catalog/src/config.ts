import { readEnv, ConfigError, type Env, type Reader } from '@assay/kit/env';
import { serviceConfig, type ServiceConfig } from '@assay/kit/service';
import type { Seed } from './actions/seed.ts';
import { isApiKey } from './domain/api-key.ts';

export interface Config extends ServiceConfig {
  keyEncryptionKey: Buffer;
  maxConcurrentRuns: number;
  hostScriptedModels: boolean;
  /** What an empty installation is seeded with; undefined leaves it empty. */
  init: Seed | undefined;
}

export const loadConfig = (env: Env = process.env): Config =>
  readEnv(env, (reader) => ({
    ...serviceConfig(reader),
    keyEncryptionKey: reader.key('KEY_ENCRYPTION_KEY'),
    maxConcurrentRuns: reader.int('MAX_CONCURRENT_RUNS', 2),
    hostScriptedModels: reader.flag('HOSTED_SCRIPTED_MODELS', true),
    init: initConfig(reader),
  }));

/** Seeding is asked for by naming an owner, the one thing that has no sensible default. */
function initConfig({ optionalSecret }: Reader): Seed | undefined {
  const [organization, project, ownerEmail] = ['ORG', 'PROJECT', 'OWNER_EMAIL'].map((name) => optionalSecret(`ASSAY_INIT_${name}`));
  const [ownerPassword, apiKey] = ['OWNER_PASSWORD', 'API_KEY'].map((name) => optionalSecret(`ASSAY_INIT_${name}`));
  if (apiKey !== undefined && !isApiKey(apiKey)) throw new ConfigError(['ASSAY_INIT_API_KEY must be sk_ and at least 32 letters, digits, - or _']);
  if (ownerEmail === undefined) return undefined;
  return { organization: organization ?? 'My organization', project: project ?? 'Default', ownerEmail, ownerPassword, apiKey };
}
