import type { ModelProviderName } from '@assay/contract/areas/model-providers/documents';

/** The address of a provider, and the key that it wants. Keys appear only in requests. */
export interface ProviderEndpoint {
  baseUrl: string;
  apiKey?: string | undefined;
}

export type ProviderName = ModelProviderName;

/** The providers that the operator has set up. */
export type ProviderEndpoints = Partial<Record<ProviderName, ProviderEndpoint>>;

/** For each provider: its settings, its default address, and whether it may work without a key. */
export const PROVIDER_FACTS: Record<
  ProviderName,
  {
    key?: string;
    url: string;
    baseUrl?: string;
    keyless?: true;
  }
> = {
  openai: { key: 'OPENAI_API_KEY', url: 'OPENAI_BASE_URL', baseUrl: 'https://api.openai.com/v1' },
  anthropic: { key: 'ANTHROPIC_API_KEY', url: 'ANTHROPIC_BASE_URL', baseUrl: 'https://api.anthropic.com/v1' },
  google: {
    key: 'GOOGLE_API_KEY',
    url: 'GOOGLE_BASE_URL',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
  },
  mistral: { key: 'MISTRAL_API_KEY', url: 'MISTRAL_BASE_URL', baseUrl: 'https://api.mistral.ai/v1' },
  openrouter: { key: 'OPENROUTER_API_KEY', url: 'OPENROUTER_BASE_URL', baseUrl: 'https://openrouter.ai/api/v1' },
  azure: { key: 'AZURE_OPENAI_API_KEY', url: 'AZURE_OPENAI_BASE_URL' },
  bedrock: {
    key: 'BEDROCK_API_KEY',
    url: 'BEDROCK_BASE_URL',
    baseUrl: 'https://bedrock-runtime.us-east-1.amazonaws.com',
  },
  ollama: { url: 'OLLAMA_BASE_URL', keyless: true },
  custom: { key: 'MODEL_API_KEY', url: 'MODEL_BASE_URL', keyless: true },
};

export const PROVIDER_NAMES = Object.keys(PROVIDER_FACTS) as ProviderName[];

/** The settings that set up a provider, in words. */
export function settingsOf(name: ProviderName): string {
  const { key, url, baseUrl, keyless } = PROVIDER_FACTS[name];
  return [...(keyless ? [] : [key]), ...(baseUrl === undefined ? [url] : [])].join(' and ');
}
