import type { AttentionItem } from '@assay/contract/areas/overview/attention';
import type { Budget } from '@assay/contract/areas/budgets/documents';
import { consolePages } from '@assay/contract/areas/overview/console-pages';
import type { AttentionFacts } from './attention-facts.ts';

/** From this share on, a budget is an item. */
const NEARLY_SPENT = 0.8;

/** The share of a budget that is spent or reserved; a budget of 0 is used up. */
function usedOf({ limit, spent, reserved }: Budget): number {
  const unit = limit.usd === undefined ? 'tokens' : 'usd';
  const [most, used] = [limit[unit] ?? 0, (spent[unit] ?? 0) + (reserved[unit] ?? 0)];
  return most === 0 ? 1 : used / most;
}

/** The budgets over a project that are nearly spent or used up; budgets of single runs and keys are left out. */
export function budgetItems({ projectId, organizationId, suites, budgets }: AttentionFacts): AttentionItem[] {
  const names = new Map([
    ['organization', new Map([[organizationId, 'The organization']])],
    ['project', new Map([[projectId, 'The project']])],
    ['suite', new Map(suites.map(({ id, name }) => [id, name]))],
  ]);
  return budgets.flatMap((budget) => {
    const { id, scope, period, limit, updatedAt } = budget;
    const name = names.get(scope.kind)?.get(scope.id);
    const used = usedOf(budget);
    if (name === undefined || used < NEARLY_SPENT) return [];
    const amount = `${limit.usd === undefined ? 'tokens' : 'dollars'}${period === 'day' ? ' for today' : ''}`;
    return [
      {
        id: `budgetNearlySpent.${id}.${budget.resetsAt ?? 0}`,
        kind: 'budgetNearlySpent' as const,
        outcome: used >= 1 ? ('failed' as const) : ('warning' as const),
        subject: { kind: 'budget' as const, id, name },
        sentence:
          used >= 1
            ? `${name} has used up its ${amount}`
            : `${name} has used ${Math.round(used * 100)} % of its ${amount}`,
        because: '',
        at: updatedAt,
        ...(scope.kind === 'suite' && {
          action: {
            label: 'Open',
            page: { kind: 'suite' as const, id: scope.id, path: consolePages.suite(projectId, scope.id) },
          },
        }),
      },
    ];
  });
}
