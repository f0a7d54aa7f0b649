import { modelProviders } from '@assay/contract/areas/model-providers/documents';
import { invalid, reasons } from '@assay/contract/problem';

/** Names that leave the choice of a model to the moment of the call. */
const PLACEHOLDERS = new Set(['auto', 'default', 'inherit', 'latest', 'any']);
const KNOWN_PREFIXES: ReadonlySet<string> = new Set([...modelProviders, 'scripted']);
const CUSTOM = /^custom:[\w.-]+:.+$/;
/** Such as `anthropic.claude-sonnet-4-20250514-v1:0` or `eu.amazon.nova-lite-v1:0`. */
const BEDROCK = /^([a-z]{2,6}\.)?[a-z0-9-]+\.[a-z0-9][a-z0-9.-]*(:\d+)?$/;

/** Whether a model id names a provider that the platform knows. */
export const namesProvider = (modelId: string): boolean =>
  KNOWN_PREFIXES.has(modelId.slice(0, Math.max(0, modelId.indexOf('/')))) ||
  CUSTOM.test(modelId) ||
  BEDROCK.test(modelId);

/** @throws VALIDATION_ERROR with MODEL_NOT_RUNNABLE for a placeholder, with MODEL_AMBIGUOUS for a name without a provider. */
export function assertModelId(modelId: string): void {
  if (PLACEHOLDERS.has(modelId.slice(modelId.lastIndexOf('/') + 1).toLowerCase()))
    throw invalid(`/modelId "${modelId}" is a placeholder: name the model itself.`, {
      reason: reasons.MODEL_NOT_RUNNABLE,
      modelId,
    });
  if (!namesProvider(modelId) && !modelId.includes('/')) throw ambiguousModel(modelId);
}

export const ambiguousModel = (modelId: string, details: object = {}) =>
  invalid(`/modelId "${modelId}" does not name its provider: write it as provider/name.`, {
    reason: reasons.MODEL_AMBIGUOUS,
    modelId,
    ...details,
  });
