import type { LanguageModelV4 } from '@ai-sdk/provider';
import { Problem } from '@assay/contract/problem';
import type { Egress } from '@assay/egress/egress';
import { notLetOut } from './failed-answers.ts';
import type { Endpoint, ProviderName } from './providers.ts';

/** The models of one provider, by their names. */
export type Provider = (modelName: string) => LanguageModelV4;

type Open = (
  settings: { baseURL: string; fetch: typeof fetch; apiKey?: string },
  name: ProviderName,
) => Promise<Provider>;

/** Everything that speaks OpenAI's chat completions, which most providers and servers of models do. */
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

/** OpenAI's own models refuse the name that all others go by. */
const openaiBody = ({ max_tokens: max, ...body }: Record<string, unknown>) => ({
  ...body,
  ...(max !== undefined && { max_completion_tokens: max }),
});

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

const wayTo = (name: ProviderName, egress: Egress) =>
  ((url: string | URL, init) =>
    egress.fetch(url, init).catch((error: unknown) => {
      throw error instanceof Problem ? notLetOut(name, error) : error;
    })) as typeof fetch;

/** Loads the SDK's client of a provider: not before it is needed, because it costs time and memory. */
export function openProvider(
  name: ProviderName,
  { baseUrl: baseURL, apiKey }: Endpoint,
  egress: Egress,
): Promise<Provider> {
  // What it warns of is nothing that an operator could mend, and would go past the log.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  return OPEN[name]({ baseURL, fetch: wayTo(name, egress), ...(apiKey && { apiKey }) }, name);
}
