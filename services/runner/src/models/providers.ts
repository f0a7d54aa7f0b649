import type { LanguageModel } from 'ai';

/** Where a provider answers, and the key it wants. Keys are read once, in the configuration, and go nowhere but into requests. */
export interface Endpoint { baseUrl: string; apiKey?: string | undefined }

export const PROVIDERS = ['openai', 'anthropic', 'ollama', 'custom'] as const;
export type ProviderName = typeof PROVIDERS[number];

/** The providers that the operator has set up. */
export type Endpoints = Partial<Record<ProviderName, Endpoint>>;

/** The setting that brings a provider in. */
export const SETTING: Record<ProviderName, string> = {
  openai: 'OPENAI_API_KEY', anthropic: 'ANTHROPIC_API_KEY', ollama: 'OLLAMA_BASE_URL', custom: 'MODEL_BASE_URL',
};

/** The models of one provider, by their names. */
export type Provider = (modelName: string) => Exclude<LanguageModel, string>;

/** Loads the SDK's client of a provider: not before it is needed, because it costs time and memory. */
export async function openProvider(name: ProviderName, { baseUrl: baseURL, apiKey }: Endpoint): Promise<Provider> {
  // What it warns of is nothing that an operator could mend, and would go past the log.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  if (name === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ baseURL, ...(apiKey && { apiKey }) });
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible({ name, baseURL, ...(apiKey && { apiKey }), supportsStructuredOutputs: true, includeUsage: true });
}
