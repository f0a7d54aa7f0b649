import { setModelProvider as operation } from '@assay/contract/operations/ledger';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { providerFault } from '../domain/model-provider.ts';
import { holdAdministrator } from '../organization-access.ts';
import { sealKey } from '../provider-keys.ts';
import { knownProvider, refuse } from '../refusals.ts';
import { replaceProvider } from '../store/model-providers.ts';

export const setModelProvider = ({ pool, keyEncryptionKey }: Deps) =>
  handle(operation, async (caller, { organizationId, provider: name }, settings) => {
    await holdAdministrator(pool, caller, organizationId);
    const provider = knownProvider(name);
    refuse(providerFault(provider, settings));
    const sealedKey = sealKey(settings.apiKey, keyEncryptionKey, organizationId, provider);
    return replaceProvider(pool, organizationId, { provider, baseUrl: settings.baseUrl, sealedKey });
  });
