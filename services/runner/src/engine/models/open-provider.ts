import type { LanguageModelV4 } from '@ai-sdk/provider';
import { Problem } from '@assay/contract/problem';
import type { Egress } from '@assay/egress/egress';
import { refusedByEgress } from './failed-answers.ts';
import type { ProviderEndpoint, ProviderName } from './provider-settings.ts';
import { withoutUnknownEvents } from './without-unknown-events.ts';

/** The models of one provider, by their names. */
type ProviderModels = (modelName: string) => LanguageModelV4;

type Open = (
  settings: { baseURL: string; fetch: typeof fetch; apiKey?: string },
  name: ProviderName,
) => Promise<ProviderModels>;

/** For everything that speaks OpenAI's chat completions, as most providers and model servers do. */
const compatible =
  (more: object = {}): Open =>
  async ({ baseURL, ...rest }, name) => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    return createOpenAICompatible({
      name,
      baseURL,
      supportsStructuredOutputs: true,
      includeUsage: true,
      ...rest,
      ...more,
    });
  };

/** OpenAI's own models refuse `max_tokens`, the name that all others use. */
const openaiBody = ({ max_tokens: max, ...body }: Record<string, unknown>) => ({
  ...body,
  ...(max !== undefined && { max_completion_tokens: max }),
});

const OPEN: Record<ProviderName, Open> = {
  openai: compatible({ transformRequestBody: openaiBody }),
  anthropic: async (settings) => (await import('@ai-sdk/anthropic')).createAnthropic(settings),
  google: async (settings) => (await import('@ai-sdk/google')).createGoogle(settings),
  // Mistral streams always report their usage, and the option is refused.
  mistral: compatible({ includeUsage: false }),
  openrouter: compatible(),
  azure: async (settings) => (await import('@ai-sdk/azure')).createAzure(settings).chat,
  bedrock: async (settings) => (await import('@ai-sdk/amazon-bedrock')).createAmazonBedrock(settings),
  ollama: compatible(),
  custom: compatible(),
};

const wayTo = (name: ProviderName, egress: Egress) =>
  ((url: string | URL, init) =>
    egress.fetch(url, init).then(withoutUnknownEvents, (error: unknown) => {
      throw error instanceof Problem ? refusedByEgress(name, error) : error;
    })) as typeof fetch;

/** Loads the SDK's client of a provider, not before it is needed, because it costs time and memory. */
export function openProvider(
  name: ProviderName,
  { baseUrl: baseURL, apiKey }: ProviderEndpoint,
  egress: Egress,
): Promise<ProviderModels> {
  // An operator cannot act on its warnings, and they would bypass the log.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  return OPEN[name]({ baseURL, fetch: wayTo(name, egress), ...(apiKey && { apiKey }) }, name);
}
