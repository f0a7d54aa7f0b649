import { Bar } from '../../components/bar/bar.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Section } from '../../components/section/section.tsx';
import { useOperation, type ItemOf, type ReplyOf } from '../../data/operations.ts';
import { writeCount, writeMoney, writeRate } from '../../lib/format/numbers.ts';

type Budget = ItemOf<'listBudgets'>;
/** From this share on, a budget is a warning. */
const NEARLY_SPENT = 0.8;

/** The budgets over a project: of its organization, its own, and of its suites. Nothing where there is none. */
export function OverviewBudgets({ project }: { project: ReplyOf<'getProject'> }) {
  const { id: projectId, organizationId } = project;
  const budgets = useOperation('listBudgets', { organizationId }, { limit: 200 });
  const suites = useOperation('listEvalSuites', { projectId }, { limit: 200 });
  const session = useOperation('getSession');
  const names = new Map([
    [projectId, project.name],
    ...(session.data?.organizations ?? []).map(({ id, name }) => [id, name] as const),
    ...(suites.data?.items ?? []).map(({ id, name }) => [id, name] as const),
  ]);
  const order = ['organization', 'project', 'suite'];
  const shown = (budgets.data?.items ?? [])
    .filter(({ scope }) => order.includes(scope.kind) && names.has(scope.id))
    .filter(({ scope }) => scope.kind !== 'organization' || scope.id === organizationId)
    .toSorted((a, b) => order.indexOf(a.scope.kind) - order.indexOf(b.scope.kind));
  if (shown.length === 0) return null;
  return (
    <Section title="Budgets today">
      <div className="frame overview-budgets">
        {shown.map((budget) => (
          <BudgetLine key={budget.id} budget={budget} name={names.get(budget.scope.id)!} />
        ))}
      </div>
    </Section>
  );
}

function BudgetLine({ budget: { limit, spent, reserved, period }, name }: { budget: Budget; name: string }) {
  const unit = limit.usd === undefined ? 'tokens' : 'usd';
  const [most, used] = [limit[unit] ?? 0, (spent[unit] ?? 0) + (reserved[unit] ?? 0)];
  const share = most === 0 ? 1 : Math.min(used / most, 1);
  const amount = (value: number): string => (unit === 'usd' ? writeMoney(value) : writeCount(value));
  return (
    <div className="budget">
      <div className="row small">
        <span className="medium cut">
          <Foreign text={name} />
        </span>
        <span className="faint no-wrap">{period === 'day' ? 'until 00:00 UTC' : 'in total'}</span>
        <span className="push no-wrap">
          {amount(used)}{' '}
          <span className="faint">
            of {amount(most)}
            {unit === 'tokens' && ' tokens'}
          </span>
        </span>
      </div>
      <Bar
        label={`${writeRate(share)} used`}
        parts={[{ share, ...(share >= 1 ? { tone: 'failed' } : share >= NEARLY_SPENT ? { tone: 'warn' } : {}) }]}
      />
    </div>
  );
}
