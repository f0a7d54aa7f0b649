import { hostname } from 'node:os';
import { readEnv, type Env, type Reader } from '@assay/kit/env';
import { MODEL_ID } from './domain/scripted-rules.ts';
import type { Endpoint, Endpoints, ProviderName } from './models/providers.ts';

export interface Config {
  meshSecret: string;
  keyEncryptionKey: Buffer;
  runsAddress: string;
  catalogAddress: string;
  /** Of the service whose jobs are done here; none are without it. */
  suitesAddress: string | undefined;
  /** Names this runner in logs and leases. */
  runnerName: string;
  /** Iterations at a time. */
  slots: number;
  /** Jobs at a time, beside the iterations. */
  jobSlots: number;
  labels: string[];
  /** The model that drafts cases, `provider/name`. */
  authoringModel: string;
  /** The providers of language models that are set up. */
  endpoints: Endpoints;
}

export const loadConfig = (env: Env = process.env): Config =>
  readEnv(env, (reader) => ({
    meshSecret: reader.secret('MESH_SECRET'),
    keyEncryptionKey: reader.key('KEY_ENCRYPTION_KEY'),
    runsAddress: reader.text('RUNS_ADDRESS'),
    catalogAddress: reader.text('CATALOG_ADDRESS'),
    suitesAddress: reader.optional('SUITES_ADDRESS'),
    runnerName: reader.text('RUNNER_NAME', hostname()),
    slots: reader.int('RUNNER_SLOTS', 8),
    jobSlots: reader.int('RUNNER_JOB_SLOTS', 2),
    labels: reader.list('RUNNER_LABELS', []),
    authoringModel: reader.text('AUTHORING_MODEL', MODEL_ID),
    endpoints: endpoints(reader),
  }));

/** A hosted provider is set up by its key, a provider of the operator's own by its address. */
function endpoints({ text, optional, optionalSecret }: Reader): Endpoints {
  const [openaiKey, anthropicKey] = [optionalSecret('OPENAI_API_KEY'), optionalSecret('ANTHROPIC_API_KEY')];
  const [ollamaUrl, customUrl] = [optional('OLLAMA_BASE_URL'), optional('MODEL_BASE_URL')];
  const all: Record<ProviderName, Endpoint | false | undefined> = {
    openai: openaiKey !== undefined && { apiKey: openaiKey, baseUrl: text('OPENAI_BASE_URL', 'https://api.openai.com/v1') },
    anthropic: anthropicKey !== undefined && { apiKey: anthropicKey, baseUrl: text('ANTHROPIC_BASE_URL', 'https://api.anthropic.com/v1') },
    ollama: ollamaUrl !== undefined && { baseUrl: ollamaUrl },
    custom: customUrl !== undefined && { baseUrl: customUrl, apiKey: optionalSecret('MODEL_API_KEY') },
  };
  return Object.fromEntries(Object.entries(all).filter(([, endpoint]) => endpoint));
}
