import type { LanguageModelV4 } from '@ai-sdk/provider';
import { outbound } from '@assay/mcp/egress';

/** Where a provider answers, and the key it wants. Keys go nowhere but into requests. */
export interface Endpoint { baseUrl: string; apiKey?: string | undefined }

export const PROVIDERS = ['openai', 'anthropic', 'google', 'mistral', 'openrouter', 'azure', 'bedrock', 'ollama', 'custom'] as const;
export type ProviderName = typeof PROVIDERS[number];

/** The providers that the operator has set up. */
export type Endpoints = Partial<Record<ProviderName, Endpoint>>;

/** Of each provider: its settings, where it answers when nothing else is said, and whether it may want no key. */
export const PROVIDER_FACTS: Record<ProviderName, { key?: string; url: string; baseUrl?: string; keyless?: true }> = {
  openai: { key: 'OPENAI_API_KEY', url: 'OPENAI_BASE_URL', baseUrl: 'https://api.openai.com/v1' },
  anthropic: { key: 'ANTHROPIC_API_KEY', url: 'ANTHROPIC_BASE_URL', baseUrl: 'https://api.anthropic.com/v1' },
  google: { key: 'GOOGLE_API_KEY', url: 'GOOGLE_BASE_URL', baseUrl: 'https://generativelanguage.googleapis.com/v1beta' },
  mistral: { key: 'MISTRAL_API_KEY', url: 'MISTRAL_BASE_URL', baseUrl: 'https://api.mistral.ai/v1' },
  openrouter: { key: 'OPENROUTER_API_KEY', url: 'OPENROUTER_BASE_URL', baseUrl: 'https://openrouter.ai/api/v1' },
  azure: { key: 'AZURE_OPENAI_API_KEY', url: 'AZURE_OPENAI_BASE_URL' },
  bedrock: { key: 'BEDROCK_API_KEY', url: 'BEDROCK_BASE_URL', baseUrl: 'https://bedrock-runtime.us-east-1.amazonaws.com' },
  ollama: { url: 'OLLAMA_BASE_URL', keyless: true },
  custom: { key: 'MODEL_API_KEY', url: 'MODEL_BASE_URL', keyless: true },
};

/** The settings that bring a provider in, in words. */
export function settingsOf(name: ProviderName): string {
  const { key, url, baseUrl, keyless } = PROVIDER_FACTS[name];
  return [...(keyless ? [] : [key]), ...(baseUrl === undefined ? [url] : [])].join(' and ');
}

/** The models of one provider, by their names. */
export type Provider = (modelName: string) => LanguageModelV4;

type Open = (settings: { baseURL: string; fetch: typeof fetch; apiKey?: string }, name: ProviderName) => Promise<Provider>;

/** Everything that speaks OpenAI's chat completions, which most providers and servers of models do. */
const compatible = (more: object = {}): Open => async ({ baseURL, ...rest }, name) => {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible({ name, baseURL, supportsStructuredOutputs: true, includeUsage: true, ...rest, ...more });
};

/** OpenAI's own models refuse the name that all others go by. */
const openaiBody = ({ max_tokens: max, ...body }: Record<string, unknown>) => ({ ...body, ...(max !== undefined && { max_completion_tokens: max }) });

const OPEN: Record<ProviderName, Open> = {
  openai: compatible({ transformRequestBody: openaiBody }),
  anthropic: async (settings) => (await import('@ai-sdk/anthropic')).createAnthropic(settings),
  google: async (settings) => (await import('@ai-sdk/google')).createGoogle(settings),
  // It tells what a stream used without being asked, and refuses to be asked.
  mistral: compatible({ includeUsage: false }),
  openrouter: compatible(),
  azure: async (settings) => (await import('@ai-sdk/azure')).createAzure(settings).chat,
  bedrock: async (settings) => (await import('@ai-sdk/amazon-bedrock')).createAmazonBedrock(settings),
  ollama: compatible(),
  custom: compatible(),
};

/** Loads the SDK's client of a provider: not before it is needed, because it costs time and memory. */
export function openProvider(name: ProviderName, { baseUrl: baseURL, apiKey }: Endpoint): Promise<Provider> {
  // What it warns of is nothing that an operator could mend, and would go past the log.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  return OPEN[name]({ baseURL, fetch: outbound as typeof fetch, ...(apiKey && { apiKey }) }, name);
}
