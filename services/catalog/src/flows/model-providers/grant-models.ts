import type { GrantedModels, GrantModelsRequest, ModelPrice } from '@assay/mesh/gen/assay/v1/catalog';
import type { ModelProviderName } from '@assay/contract/areas/model-providers/documents';
import type { Model } from '@assay/contract/areas/model-providers/model';
import { seal } from '@assay/kit/security/seal';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { refusalOf } from '../../domain/budgets/budget.ts';
import { grantModels as grant } from '../../domain/model-providers/grant-models.ts';
import { needsAddress, providerNamed } from '../../domain/model-providers/model-provider.ts';
import { assertLaunch } from '../limits/assert-launch.ts';
import { isMetered, pricesOf } from '../../domain/model-providers/hosted-models.ts';
import { accessTo } from './provider-keys.ts';
import { findUsedUp } from '../../store/budgets/budgets.ts';
import { listStoredProviders } from '../../store/model-providers/model-providers.ts';

/**
 * Grants a launch its models: seals the access to them, and names a budget over them that is used up.
 * @throws FORBIDDEN for a caller that is not a launch.
 */
export function modelGranter({
  pool,
  hostedModels,
  keyEncryptionKey,
  now,
}: Deps): RpcHandler<GrantModelsRequest, GrantedModels> {
  const hosted = hostedModels.map(({ id }) => id);
  const prices = pricesOf(hostedModels);
  return async ({ models, broughtKeys: brought, sealedFor, ...account }, caller) => {
    assertLaunch(caller, account);
    const { organizationId } = account;
    const saved = await listStoredProviders(pool, organizationId);
    const broughtFor = Object.keys(brought)
      .map(providerNamed)
      .filter((provider): provider is ModelProviderName => provider !== undefined && brought[provider] !== '');
    const isReached = (provider: ModelProviderName) =>
      !needsAddress(provider) || saved.some((each) => each.provider === provider && each.baseUrl !== undefined);
    const { grants, access } = grant(models, {
      hosted,
      brought: new Set(broughtFor),
      unreached: new Set(broughtFor.filter((provider) => !isReached(provider))),
      organization: new Set(saved.map(({ provider }) => provider)),
    });
    const document = () =>
      Buffer.from(
        JSON.stringify(
          accessTo(access, {
            organizationId,
            saved,
            brought,
            keyEncryptionKey,
          }),
        ),
      );
    const sealedAccess = access.size > 0 ? seal(document(), keyEncryptionKey, sealedFor) : Buffer.alloc(0);
    const metered = grants.map(({ id }) => id).filter((id) => id !== '' && isMetered(id));
    const unpriced = metered.find((id) => !prices.get(id));
    const usedUp =
      metered.length > 0
        ? await findUsedUp(pool, { ...account, runId: '' }, unpriced !== undefined, now?.())
        : undefined;
    return {
      grants: grants.map((grant) => ({ ...grant, price: priceOf(prices.get(grant.id)) })),
      sealedAccess,
      refusal: usedUp && refusalOf(usedUp, unpriced),
    };
  };
}

const priceOf = (pricing: Model['pricing']): ModelPrice | undefined =>
  pricing && {
    input: pricing.inputUsdPerMillion,
    output: pricing.outputUsdPerMillion,
    cachedInput: pricing.cachedInputUsdPerMillion,
  };
