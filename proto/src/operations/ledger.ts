import { Budget, BudgetPage, BudgetRemoved, ListBudgets, SetBudget } from '../areas/budgets/documents.ts';
import {
  ModelProvider,
  ModelProviderPage,
  ModelProviderRemoved,
  SetModelProvider,
} from '../areas/model-providers/documents.ts';
import { NoInput, NoQuery } from '../none.ts';
import {
  CreateRunnerToken,
  ListRunnerTokens,
  RunnerTokenCreated,
  RunnerTokenPage,
  RunnerTokenRevoked,
} from '../areas/runner-tokens/documents.ts';
import { ListUsage, ModelUsagePage } from '../areas/budgets/usage.ts';
import { CatalogService } from '../gen/assay/v1/catalog.ts';
import { operation } from '../operation.ts';

const spending = { tag: 'Spending', access: 'key', service: 'catalog' } as const;
const providers = { tag: 'Model providers', access: 'key', service: 'catalog' } as const;
const runners = { tag: 'Runners', access: 'key', service: 'catalog' } as const;

export const listBudgets = operation({
  ...spending,
  method: 'GET',
  path: '/organizations/{organizationId}/budgets',
  access: 'viewer',
  summary: 'List the budgets for models, newest first.',
  description: 'Those that launches set on their runs are among them.',
  rpc: CatalogService.listBudgets,
  input: ListBudgets,
  status: 200,
  reply: BudgetPage,
});

export const setBudget = operation({
  ...spending,
  method: 'PUT',
  path: '/organizations/{organizationId}/budgets',
  access: 'admin',
  summary: 'Set what models may cost for one scope and period.',
  description:
    'Needs an owner or admin of the organization. There is one budget per scope, period and unit; setting it again changes its limit. ' +
    'A new budget starts from what was spent already in its period. Every call reserves what it may come to at most and settles what it used, ' +
    'so that calls at the same time exceed a limit by one call at most.',
  rpc: CatalogService.setBudget,
  input: SetBudget,
  status: 200,
  reply: Budget,
});

export const removeBudget = operation({
  ...spending,
  method: 'DELETE',
  path: '/organizations/{organizationId}/budgets/{budgetId}',
  access: 'admin',
  summary: 'Remove a budget.',
  description: 'Needs an owner or admin of the organization.',
  rpc: CatalogService.removeBudget,
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: BudgetRemoved,
});

export const listUsage = operation({
  ...spending,
  method: 'GET',
  path: '/organizations/{organizationId}/usage',
  access: 'viewer',
  summary: 'Add up what calls of models used and cost, by group.',
  description:
    'Members see the projects that they may see. A call whose runner vanished counts with the input that was reserved for it.',
  rpc: CatalogService.listUsage,
  input: ListUsage,
  status: 200,
  reply: ModelUsagePage,
});

export const listModelProviders = operation({
  ...providers,
  method: 'GET',
  path: '/organizations/{organizationId}/model-providers',
  access: 'viewer',
  summary: 'List the providers of models that the organization has keys of.',
  rpc: CatalogService.listModelProviders,
  input: NoQuery,
  status: 200,
  reply: ModelProviderPage,
});

export const setModelProvider = operation({
  ...providers,
  method: 'PUT',
  path: '/organizations/{organizationId}/model-providers/{provider}',
  access: 'admin',
  personal: true,
  summary: 'Save how the organization reaches a provider of models.',
  description:
    'Needs an owner or admin of the organization. Replaces what was saved; the key is kept encrypted and never returned.',
  rpc: CatalogService.setModelProvider,
  input: SetModelProvider,
  status: 200,
  reply: ModelProvider,
});

export const removeModelProvider = operation({
  ...providers,
  method: 'DELETE',
  path: '/organizations/{organizationId}/model-providers/{provider}',
  access: 'admin',
  personal: true,
  summary: 'Forget how the organization reaches a provider of models.',
  description:
    'Needs an owner or admin of the organization. Runs that were launched before keep their access until they end.',
  rpc: CatalogService.removeModelProvider,
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: ModelProviderRemoved,
});

export const listRunnerTokens = operation({
  ...runners,
  method: 'GET',
  path: '/organizations/{organizationId}/runner-tokens',
  access: 'viewer',
  summary: 'List the tokens that runners outside of the installation work with, newest first.',
  description: 'Revoked ones among them. No list shows a token itself.',
  rpc: CatalogService.listRunnerTokens,
  input: ListRunnerTokens,
  status: 200,
  reply: RunnerTokenPage,
});

export const createRunnerToken = operation({
  ...runners,
  method: 'POST',
  path: '/organizations/{organizationId}/runner-tokens',
  access: 'admin',
  personal: true,
  summary: 'Make a token for runners outside of the installation.',
  description:
    'Needs an owner or admin of the organization who signed in. The answer shows the token, and nothing does so again.',
  rpc: CatalogService.createRunnerToken,
  input: CreateRunnerToken,
  status: 201,
  reply: RunnerTokenCreated,
});

export const revokeRunnerToken = operation({
  ...runners,
  method: 'DELETE',
  path: '/organizations/{organizationId}/runner-tokens/{tokenId}',
  access: 'admin',
  personal: true,
  summary: 'Revoke a runner token.',
  description:
    'Needs an owner or admin of the organization who signed in. Its runners stop within seconds, and what they were doing is handed to others.',
  rpc: CatalogService.revokeRunnerToken,
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: RunnerTokenRevoked,
});
