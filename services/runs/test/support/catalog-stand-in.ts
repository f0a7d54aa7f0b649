import { onlyForService } from '@assay/kit/rpc/only-for-service';
import { randomBytes } from 'node:crypto';
import {
  LedgerService,
  type BudgetRefusal,
  type GrantModelsRequest,
  type GrantedModels,
  type ModelPrice,
  type SetRunBudgetRequest,
  type SumEarlierAttemptsResponse,
} from '@assay/mesh/gen/assay/v1/catalog';
import { notFound, type Problem } from '@assay/contract/problem';
import { seal } from '@assay/kit/security/seal';
import { implement, type Implementation } from '@assay/kit/rpc/serve';

/** Catalog's models and budgets, with a record of the requests for them. */
export class CatalogStandIn {
  hostedModels = ['scripted/rules'];
  readonly organizationProviders = new Set<string>();
  prices: Partial<Record<string, ModelPrice>> = {};
  refusal: BudgetRefusal | undefined;
  /** Set to make setting a budget fail. */
  ledgerFault: Problem | undefined;
  readonly keyEncryptionKey = randomBytes(32);
  readonly grantRequests: GrantModelsRequest[] = [];
  readonly budgets: SetRunBudgetRequest[] = [];
  /** The usage of earlier attempts at iterations. */
  readonly earlierAttempts = new Map<string, SumEarlierAttemptsResponse>();

  grantModels = async (request: GrantModelsRequest): Promise<GrantedModels> => {
    this.grantRequests.push(request);
    const grants = request.models
      .map((asked) => this.#grantOf(asked, request.broughtKeys))
      .map((grant) => ({ ...grant, price: this.prices[grant.id] }));
    const needsKey = grants.some(({ source }) => source === 'brought' || source === 'organization');
    const providers = Object.fromEntries(
      Object.entries(request.broughtKeys).map(([provider, apiKey]) => [provider, { apiKey }]),
    );
    const sealedAccess = needsKey
      ? seal(Buffer.from(JSON.stringify({ providers })), this.keyEncryptionKey, request.sealedFor)
      : Buffer.alloc(0);
    return { grants, sealedAccess, refusal: this.refusal };
  };

  /** The catalog services that runs calls. */
  implementations(): Implementation[] {
    return [
      implement(LedgerService, {
        reserve: () => Promise.reject(notFound('budget')),
        extend: () => Promise.reject(notFound('budget')),
        settle: () => Promise.reject(notFound('budget')),
        sumEarlierAttempts: onlyForService(
          'runs',
          async ({ iterationId }) =>
            this.earlierAttempts.get(iterationId) ?? {
              calls: 0,
              inputTokens: 0,
              outputTokens: 0,
              costMicros: undefined,
            },
        ),
        setRunBudget: async (request) => {
          if (this.ledgerFault) throw this.ledgerFault;
          this.budgets.push(request);
          return {};
        },
      }),
    ];
  }

  #grantOf(asked: string, brought: Record<string, string>): Omit<GrantedModels['grants'][number], 'price'> {
    const provider = asked.includes('/') ? asked.slice(0, asked.indexOf('/')) : 'openai';
    const id = asked.includes('/') ? asked : `${provider}/${asked}`;
    const source = this.hostedModels.includes(asked)
      ? 'hosted'
      : provider in brought
        ? 'brought'
        : this.organizationProviders.has(provider)
          ? 'organization'
          : '';
    return {
      asked,
      id: source && id,
      source,
      fault: source ? '' : 'is not a model this installation hosts',
      hostedModels: source ? [] : this.hostedModels,
    };
  }
}
