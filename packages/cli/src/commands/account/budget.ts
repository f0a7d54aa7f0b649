import * as budgets from '@assay/contract/areas/budgets/operations';
import { commandsOf } from '../../declare/operation-command.ts';
import { printAmount } from '../../output/print-amount.ts';

const ofBudget = commandsOf(budgets);

export const budgetCommands = [
  ofBudget('listBudgets', {
    words: 'budget list',
    columns: {
      OF: ({ scope }) => `${scope.kind} ${scope.id}`,
      PERIOD: 'period',
      LIMIT: ({ limit }) => printAmount(limit),
      SPENT: ({ spent }) => printAmount(spent),
      LEFT: ({ remaining }) => printAmount(remaining),
      ID: 'id',
    },
    examples: ['assay budget list'],
  }),
  ofBudget('setBudget', {
    words: 'budget set',
    done: ({ id, scope, period, limit }) =>
      `${scope.kind} ${scope.id} may spend ${printAmount(limit)} (${period}): ${id}`,
    examples: [
      `assay budget set --period day -d '{"scope": {"kind": "project", "id": "prj_01kb2v7k9q2n5w8x4m6t0r1abc"}, "limit": {"usd": 5}}'`,
    ],
  }),
  ofBudget('removeBudget', {
    words: 'budget rm',
    done: 'budget {budget} is removed.',
    examples: ['assay budget rm budget_01kb2v7k9q2n5w8x4m6t0r1abc --yes'],
  }),
  ofBudget('releaseBudget', {
    words: 'budget release',
    done: 'budget {budget} is released.',
    examples: ['assay budget release budget_01kb2v7k9q2n5w8x4m6t0r1abc'],
  }),
  ofBudget('listUsage', {
    words: 'budget usage',
    columns: {
      OF: ({ group }) => group ?? 'all',
      CALLS: 'calls',
      INPUT: 'inputTokens',
      OUTPUT: 'outputTokens',
      COST: ({ costUsd }) => printAmount({ usd: costUsd }),
    },
    examples: ['assay budget usage --group-by day', 'assay budget usage --group-by model --from 2026-11-01'],
  }),
];
