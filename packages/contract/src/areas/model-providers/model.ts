import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, oneOf, open } from '../../schema.ts';
import { Prose } from '../../text.ts';
import { MODEL_ID_MAX, MODEL_ID_PATTERN } from './model-id.ts';

const reasoningEfforts = Type.Array(oneOf(['none', 'minimal', 'low', 'medium', 'high', 'max']), {
  description: 'Empty for a model that does not reason.',
});
const usdPerMillion = Type.Number({ minimum: 0, maximum: 1_000_000 });
const prices = { inputUsdPerMillion: usdPerMillion, outputUsdPerMillion: usdPerMillion };
const cachedPrice = {
  cachedInputUsdPerMillion: Type.Optional({
    ...usdPerMillion,
    description: 'For input from a cache; the price of other input when absent.',
  }),
};

export type Pricing = Static<typeof Pricing>;
const Pricing = open(
  { ...prices, ...cachedPrice },
  { description: 'US dollars per million tokens; absent where the price is unknown.' },
);

export type Model = Static<typeof Model>;
export const Model = open(
  {
    id: Type.String({ description: 'Provider and name, as `model` fields expect it.' }),
    provider: Type.String(),
    name: Type.String(),
    description: Type.String(),
    pricing: Type.Optional(Pricing),
    supportedReasoningEfforts: reasoningEfforts,
  },
  { $id: 'Model' },
);

export const ModelPage = open({ items: Type.Array(Model) }, { $id: 'ModelPage' });

/** The models that an operator offers, as the setting HOSTED_MODELS lists them. */
export type HostedModels = Static<typeof HostedModels>;
export const HostedModels = Type.Array(
  closed(
    {
      id: Type.String({ maxLength: MODEL_ID_MAX, pattern: MODEL_ID_PATTERN }),
      name: Type.Optional(Prose(200, { minLength: 1 })),
      description: Type.Optional(Prose(2_000)),
      inputUsdPerMillion: Type.Optional(usdPerMillion),
      outputUsdPerMillion: Type.Optional(usdPerMillion),
      cachedInputUsdPerMillion: Type.Optional(usdPerMillion),
      supportedReasoningEfforts: Type.Optional(reasoningEfforts),
    },
    {
      dependentRequired: {
        inputUsdPerMillion: ['outputUsdPerMillion'],
        outputUsdPerMillion: ['inputUsdPerMillion'],
        cachedInputUsdPerMillion: ['inputUsdPerMillion'],
      },
    },
  ),
  { maxItems: 1_000 },
);
