import { Type } from '../../type.ts';

/** API keys of model providers, by provider. */
export const ModelApiKeys = Type.Unsafe<Record<string, string>>({
  type: 'object',
  maxProperties: 20,
  propertyNames: { pattern: '^[a-z][a-z0-9-]{0,63}$' },
  additionalProperties: {
    type: 'string',
    minLength: 1,
    maxLength: 4_096,
    pattern: '^[!-~]+$',
  },
  description:
    "The caller's own keys, by provider (`openai`, `anthropic`, …). Kept sealed while the run is open, never returned, deleted at its end.",
});
