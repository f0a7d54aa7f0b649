import type { GrantedModels, GrantModelsRequest } from '@assay/contract/gen/assay/v1/catalog';
import type { ModelProviderName } from '@assay/contract/documents/model-provider';
import { seal } from '@assay/kit/seal';
import type { Handler } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';
import { refusalOf } from '../domain/budget.ts';
import { grantModels as grant } from '../domain/grant-models.ts';
import { providerNamed } from '../domain/model-provider.ts';
import { accessTo } from '../provider-keys.ts';
import { findUsedUp } from '../store/budgets.ts';
import { listStoredProviders } from '../store/model-providers.ts';

export const grantModels = ({ pool, hostedModels, keyEncryptionKey, now }: Deps): Handler<GrantModelsRequest, GrantedModels> =>
  async ({ models, broughtKeys: brought, sealedFor, ...account }) => {
    const { organizationId } = account;
    const [saved, usedUp] = await Promise.all([listStoredProviders(pool, organizationId), findUsedUp(pool, { ...account, runId: '' }, now())]);
    const broughtFor = Object.keys(brought).map(providerNamed).filter((provider): provider is ModelProviderName => provider !== undefined && brought[provider] !== '');
    const { grants, access } = grant(models, {
      hosted: hostedModels.map(({ id }) => id), brought: new Set(broughtFor), organization: new Set(saved.map(({ provider }) => provider)),
    });
    const document = () => Buffer.from(JSON.stringify(accessTo(access, { organizationId, saved, brought, keyEncryptionKey })));
    const sealedAccess = access.size > 0 ? seal(document(), keyEncryptionKey, sealedFor) : Buffer.alloc(0);
    return { grants, sealedAccess, refusal: usedUp && refusalOf(usedUp) };
  };
