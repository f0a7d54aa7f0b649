import type { ModelAccess } from '@assay/contract/areas/eval-runs/execution';
import { given } from '@assay/contract/given';
import { seal, unseal } from '@assay/kit/security/seal';
import type { ModelProviderName } from '@assay/contract/areas/model-providers/documents';
import type { KeySource } from '../../domain/model-providers/grant-models.ts';
import { needsAddress } from '../../domain/model-providers/model-provider.ts';
import type { StoredProvider } from '../../store/model-providers/model-providers.ts';

// The context binds a sealed key to its row: a copy in another row cannot be unsealed.
const contextOf = (organizationId: string, provider: string) => `model-provider:${organizationId}:${provider}`;

/** Undefined when there is no key. */
export const sealKey = (
  key: string | undefined,
  keyEncryptionKey: Buffer,
  organizationId: string,
  provider: string,
): Buffer | undefined =>
  key === undefined ? undefined : seal(Buffer.from(key), keyEncryptionKey, contextOf(organizationId, provider));

export interface ModelKeys {
  organizationId: string;
  saved: StoredProvider[];
  brought: Record<string, string>;
  keyEncryptionKey: Buffer;
}

/**
 * The access to the needed providers. A brought key is sent to the provider's own address, or to the operator's gateway
 * when the runner's settings name one. It is sent to the organization's address only for providers without an address
 * of their own.
 */
export function accessTo(
  needed: Map<ModelProviderName, KeySource>,
  { organizationId, saved, brought, keyEncryptionKey }: ModelKeys,
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
        return [provider, { ...given({ apiKey, baseUrl }) }];
      }),
    ),
  };
}
