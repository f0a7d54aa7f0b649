import { counter, histogram } from '@assay/kit/telemetry/metric';

/*
 * The conventions for generative AI: https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-metrics/. Names of models
 * that people bring keys for are free text: the SDK sums up what is above 2,000 sets of labels.
 */

export const modelCallDuration = histogram(
  {
    name: 'gen_ai.client.operation.duration',
    unit: 's',
    description:
      'How long calls of models took, to the end of the answer, by what they were for; the `error.type` of one without an answer is `unanswered`.',
    labels: ['gen_ai.provider.name', 'purpose', 'error.type'],
  },
  [0.02, 0.08, 0.32, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92, 163.84],
);

export const tokenUsage = histogram(
  {
    name: 'gen_ai.client.token.usage',
    unit: '{token}',
    description: 'Tokens of the calls of models, by kind (input, output); cached ones are a part of the input.',
    labels: ['gen_ai.provider.name', 'gen_ai.request.model', 'gen_ai.token.type'],
  },
  [1, 4, 16, 64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576],
);

export const modelCost = counter({
  name: 'assay.model.cost.usd',
  unit: '{USD}',
  description: 'The cost of calls of models whose price is known, in US dollars.',
  labels: ['gen_ai.provider.name', 'gen_ai.request.model'],
});
