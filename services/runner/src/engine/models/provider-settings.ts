import type { ModelProviderName } from '@assay/contract/areas/model-providers/documents';
import { given } from '@assay/contract/given';
import type { EnvReader } from '@assay/kit/env';
import { textSetting, urlSetting, type Setting } from '@assay/kit/settings/setting';

/** The address of a provider, and the key that it wants. Keys appear only in requests. */
export interface ProviderEndpoint {
  baseUrl: string;
  apiKey?: string | undefined;
}

export type ProviderName = ModelProviderName;

/** The providers that the operator has set up. */
export type ProviderEndpoints = Partial<Record<ProviderName, ProviderEndpoint>>;

/** The settings of a provider, the address with its default, and whether it may work without a key. */
interface ProviderFacts {
  key?: Setting<string>;
  url: Setting<string>;
  keyless?: true;
}

const keySetting = (name: string, ...explanation: string[]) => textSetting({ name, isSecret: true, explanation });
const addressSetting = (name: string, address: string | undefined, ...explanation: string[]) =>
  urlSetting({ name, ...given({ default: address }), explanation });

/** The settings of a hosted provider, which is set up by its key. */
const hosted = (prefix: string, model: string, address: string): ProviderFacts => ({
  key: keySetting(`${prefix}_API_KEY`, `Sets up \`${model}/…\`.`),
  url: addressSetting(`${prefix}_BASE_URL`, address, `The address of \`${model}/…\`.`),
});

export const PROVIDER_SETTINGS: Record<ProviderName, ProviderFacts> = {
  openai: hosted('OPENAI', 'openai', 'https://api.openai.com/v1'),
  anthropic: hosted('ANTHROPIC', 'anthropic', 'https://api.anthropic.com/v1'),
  google: hosted('GOOGLE', 'google', 'https://generativelanguage.googleapis.com/v1beta'),
  mistral: hosted('MISTRAL', 'mistral', 'https://api.mistral.ai/v1'),
  openrouter: hosted('OPENROUTER', 'openrouter', 'https://openrouter.ai/api/v1'),
  azure: {
    key: keySetting('AZURE_OPENAI_API_KEY', 'Sets up `azure/…`, with the address.'),
    url: addressSetting('AZURE_OPENAI_BASE_URL', undefined, 'The address of `azure/…`, needed with the key.'),
  },
  bedrock: {
    key: keySetting('BEDROCK_API_KEY', 'Sets up `bedrock/…` by a Bedrock API key.'),
    url: addressSetting(
      'BEDROCK_BASE_URL',
      'https://bedrock-runtime.us-east-1.amazonaws.com',
      'The address of `bedrock/…`, which names the region.',
    ),
  },
  ollama: {
    url: addressSetting('OLLAMA_BASE_URL', undefined, 'Sets up `ollama/…`, such as `http://ollama:11434/v1`.'),
    keyless: true,
  },
  custom: {
    key: keySetting('MODEL_API_KEY', 'The key of `custom/…`, if it asks for one.'),
    url: addressSetting(
      'MODEL_BASE_URL',
      undefined,
      "Sets up `custom/…`: any endpoint that speaks OpenAI's chat completions.",
    ),
    keyless: true,
  },
};

export const PROVIDER_NAMES = Object.keys(PROVIDER_SETTINGS) as ProviderName[];

/** The usual address of a provider; undefined where every operator has another one. */
export const usualAddress = (name: ProviderName): string | undefined => PROVIDER_SETTINGS[name].url.facts.default;

/** The settings that set up a provider, in words. */
export function settingsOf(name: ProviderName): string {
  const { key, url, keyless } = PROVIDER_SETTINGS[name];
  const needed = [...(keyless || !key ? [] : [key]), ...(usualAddress(name) === undefined ? [url] : [])];
  return needed.map((setting) => setting.name).join(' and ');
}

/**
 * Reads the providers that are set up: a hosted one by its key, one of the operator's own by its address.
 * `<NAME>_BASE_URL` replaces the address; where every operator has another one, it is needed with the key.
 */
export function providerEndpoints({ optional, read }: EnvReader): ProviderEndpoints {
  const found = PROVIDER_NAMES.flatMap((name): [ProviderName, ProviderEndpoint][] => {
    const { key, url, keyless } = PROVIDER_SETTINGS[name];
    const apiKey = key && optional(key);
    const baseUrl = apiKey !== undefined && !keyless ? read(url) : optional(url);
    return baseUrl === undefined || (apiKey === undefined && !keyless)
      ? []
      : [[name, { baseUrl, ...given({ apiKey }) }]];
  });
  return Object.fromEntries(found);
}
