import {
  modelProviders,
  type ModelProviderName,
  type SetModelProvider,
} from '@assay/contract/areas/model-providers/documents';
import type { Fault } from '@assay/contract/fault';
import { urlFault } from '../web-address.ts';

/**
 * The settings that a provider requires. Providers without `baseUrl` here have a well-known address; those two without
 * `apiKey` work without a key.
 */
const NEEDS: Record<ModelProviderName, readonly ('apiKey' | 'baseUrl')[]> = {
  openai: ['apiKey'],
  anthropic: ['apiKey'],
  google: ['apiKey'],
  mistral: ['apiKey'],
  openrouter: ['apiKey'],
  azure: ['apiKey', 'baseUrl'],
  bedrock: ['apiKey', 'baseUrl'],
  ollama: ['baseUrl'],
  custom: ['baseUrl'],
};

/** The provider of this name, if there is one. */
export const providerNamed = (name: string): ModelProviderName | undefined =>
  modelProviders.find((each) => each === name);

/** Whether an organization must save its own address for this provider. */
export const needsAddress = (provider: ModelProviderName): boolean => NEEDS[provider].includes('baseUrl');

/** The first rule that the settings of a provider break, or undefined. */
export function providerFault(provider: ModelProviderName, settings: SetModelProvider): Fault | undefined {
  const missing = NEEDS[provider].find((field) => settings[field] === undefined);
  return missing
    ? { path: `/${missing}`, message: `is required for ${provider}` }
    : urlFault('/baseUrl', settings.baseUrl);
}
