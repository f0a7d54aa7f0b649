import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { setModelProvider as set } from '../../actions/model-providers/set-model-provider.ts';
import type { Deps } from '../../deps.ts';
import { providerFault } from '../../domain/model-providers/model-provider.ts';
import { sealKey } from '../../flows/model-providers/provider-keys.ts';
import { knownProvider } from '../../domain/refusals.ts';
import { refuseFault } from '@assay/contract/fault';

export const setModelProvider = ({ pool, keyEncryptionKey }: Deps) =>
  handle(operations.setModelProvider, async (_caller, { organizationId, provider: name }, settings) => {
    const provider = knownProvider(name);
    refuseFault(providerFault(provider, settings));
    const sealedKey = sealKey(settings.apiKey, keyEncryptionKey, organizationId, provider);
    return set(pool, organizationId, { provider, baseUrl: settings.baseUrl, sealedKey });
  });
