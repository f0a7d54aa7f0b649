import type { ModelAccess } from '@assay/contract/areas/eval-runs/execution';
import { seal, unseal } from '@assay/kit/security/seal';
import type { ModelProviderName } from '@assay/contract/areas/model-providers/documents';
import type { KeySource } from '../../domain/model-providers/grant-models.ts';
import { needsAddress } from '../../domain/model-providers/model-provider.ts';
import type { StoredProvider } from '../../store/model-providers/model-providers.ts';

// Bound to the row: a sealed key that is copied to another one does not open there.
const contextOf = (organizationId: string, provider: string) => `model-provider:${organizationId}:${provider}`;

/** Undefined when there is no key. */
export const sealKey = (
  key: string | undefined,
  keyEncryptionKey: Buffer,
  organizationId: string,
  provider: string,
): Buffer | undefined =>
  key === undefined ? undefined : seal(Buffer.from(key), keyEncryptionKey, contextOf(organizationId, provider));

export interface Keys {
  organizationId: string;
  saved: StoredProvider[];
  brought: Record<string, string>;
  keyEncryptionKey: Buffer;
}

/**
 * How to reach the providers that are needed. A brought key goes to the provider's usual address, or to that of the operator's
 * gateway to it, where the runner's settings name one; to the organization's address only where every organization has its own.
 */
export function accessTo(
  needed: Map<ModelProviderName, KeySource>,
  { organizationId, saved, brought, keyEncryptionKey }: Keys,
): ModelAccess {
  return {
    providers: Object.fromEntries(
      [...needed].map(([provider, source]) => {
        const { baseUrl, sealedKey } = saved.find((each) => each.provider === provider) ?? {};
        if (source === 'brought')
          return [
            provider,
            { apiKey: brought[provider]!, ...(baseUrl !== undefined && needsAddress(provider) && { baseUrl }) },
          ];
        const apiKey = sealedKey && unseal(sealedKey, keyEncryptionKey, contextOf(organizationId, provider)).toString();
        return [provider, { ...(apiKey !== undefined && { apiKey }), ...(baseUrl !== undefined && { baseUrl }) }];
      }),
    ),
  };
}
