import type { Model } from '@assay/contract/areas/model-providers/model';
import type { SetBudget } from '@assay/contract/areas/budgets/documents';
import { given } from '@assay/contract/given';
import { LedgerService, type ReserveRequest, type SettleRequest } from '@assay/mesh/gen/assay/v1/catalog';
import { operations } from '@assay/contract/operations';
import type { Caller } from '@assay/kit/security/caller';
import type { Logger } from '@assay/kit/log';
import { scriptedModel } from '../../src/domain/model-providers/hosted-models.ts';
import { startTestCatalog } from './start.ts';

const model = (id: string, pricing?: Model['pricing']): Model => ({
  id,
  provider: id.split('/')[0]!,
  name: id,
  description: '',
  supportedReasoningEfforts: [],
  ...given({ pricing }),
});

/** A dollar per million input tokens, two dollars for output, a tenth of a dollar for cached input. */
export const PRICED_MODEL = 'openai/gpt-priced';
export const UNPRICED_MODEL = 'custom/unpriced';
const hostedModels = [
  model(PRICED_MODEL, { inputUsdPerMillion: 1, outputUsdPerMillion: 2, cachedInputUsdPerMillion: 0.1 }),
  model('anthropic/claude-priced', { inputUsdPerMillion: 3, outputUsdPerMillion: 4 }),
  model(UNPRICED_MODEL),
  scriptedModel,
];

export const RUNNER_CALLER: Caller = { requestId: 'req_runner', service: 'runner' };

/** A catalog with priced models whose clock the test sets, and short ways to its ledger. Calls reserve 100 tokens of input and 50 of output: 200 millionths of a dollar. */
export async function startTestLedger(options: { log?: Logger } = {}) {
  const clock = { at: new Date('2026-03-01T12:00:00Z') };
  const fixture = await startTestCatalog({ ...options, hostedModels, now: () => clock.at });
  const account = {
    organizationId: fixture.organizationId,
    projectId: fixture.projectId,
    suiteId: 'suite_1',
    runId: 'run_1',
    keyId: 'key_1',
  };

  const reserve = async (callId: string, changes: Partial<ReserveRequest> = {}, caller = RUNNER_CALLER) =>
    (
      await fixture.mesh.call(
        LedgerService.reserve,
        { callId, ...account, model: PRICED_MODEL, purpose: 'turn', inputTokens: 100, outputTokens: 50, ...changes },
        { caller },
      )
    ).refusal;
  const settle = async (callId: string, changes: Partial<SettleRequest> = {}, caller = RUNNER_CALLER) =>
    (
      await fixture.mesh.call(
        LedgerService.settle,
        { callId, inputTokens: 80, outputTokens: 10, cachedInputTokens: 0, answered: true, ...changes },
        { caller },
      )
    ).costMicros;

  const extend = (callIds: string[], caller = RUNNER_CALLER) =>
    fixture.mesh.call(LedgerService.extend, { callIds }, { caller });

  const organization = { organizationId: fixture.organizationId };
  const budget = (limit: SetBudget['limit'], changes: Partial<SetBudget> = {}) =>
    fixture.call(operations.setBudget, organization, {
      scope: { kind: 'organization', id: fixture.organizationId },
      period: 'total',
      limit,
      ...changes,
    });
  const budgets = async (query: object = {}) => (await fixture.call(operations.listBudgets, organization, query)).items;
  const calls = async () =>
    (await fixture.pool.query('select id, state, tokens::int, cost_micros::int as cost from model_calls order by id'))
      .rows;
  /** Empties the ledger. */
  const clear = async () => {
    clock.at = new Date('2026-03-01T12:00:00Z');
    await fixture.pool.query('truncate budgets, model_calls');
  };

  return { ...fixture, clock, account, organization, reserve, extend, settle, budget, budgets, calls, clear };
}

export type TestLedger = Awaited<ReturnType<typeof startTestLedger>>;
