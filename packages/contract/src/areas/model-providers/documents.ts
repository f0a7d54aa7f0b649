import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, oneOf, open } from '../../schema.ts';
import { Prose } from '../../text.ts';

/** The model providers that a runner can call. */
export const modelProviders = [
  'openai',
  'anthropic',
  'google',
  'mistral',
  'openrouter',
  'azure',
  'bedrock',
  'ollama',
  'custom',
] as const;
export type ModelProviderName = (typeof modelProviders)[number];

export type SetModelProvider = Static<typeof SetModelProvider>;
export const SetModelProvider = closed(
  {
    apiKey: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4_096,
        pattern: '^[!-~]+$',
        description: 'Never returned. `ollama` and `custom` may do without one.',
      }),
    ),
    baseUrl: Type.Optional(
      Prose(2_048, {
        format: 'uri',
        description:
          'http or https. `azure`, `bedrock`, `ollama` and `custom` need one; for the others it replaces the usual address.',
      }),
    ),
  },
  { $id: 'ModelProviderRequest' },
);

export type ModelProvider = Static<typeof ModelProvider>;
export const ModelProvider = open(
  {
    provider: oneOf([...modelProviders]),
    hasKey: Type.Boolean(),
    baseUrl: Type.Optional(Type.String()),
    updatedAt: EpochMs(),
  },
  { $id: 'ModelProvider' },
);

export const ModelProviderPage = open({ items: Type.Array(ModelProvider) }, { $id: 'ModelProviderPage' });
export const ModelProviderRemoved = open(
  { provider: oneOf([...modelProviders]), removed: Type.Literal(true) },
  { $id: 'ModelProviderRemoved' },
);
