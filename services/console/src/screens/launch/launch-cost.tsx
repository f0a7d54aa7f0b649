import { useQuery } from '@tanstack/react-query';
import { Bar } from '../../components/bar/bar.tsx';
import { Section } from '../../components/section/section.tsx';
import { operationQuery, useOperation } from '../../data/operations.ts';
import { NARROW, writeCount, writeMoney } from '../../lib/format/numbers.ts';
import { visibleText } from '../../lib/visible-text.ts';
import type { sumsOf } from './launch-targets.ts';

type Sums = ReturnType<typeof sumsOf>;

/** The price of a launch, and the data that models are sent. Operations: listProjects, listBudgets. */
export function LaunchCost({
  projectId,
  sums,
  isKnown,
  children,
}: {
  projectId: string;
  sums: Sums;
  isKnown: boolean;
  children: React.ReactNode;
}) {
  const { maxModelCalls, models, sentToModels } = sums;
  return (
    <Section title="What it may cost">
      <div className="frame">
        <table className="dense launch-facts">
          <tbody>
            <tr>
              <td className="muted fit-cell">Calls of models</td>
              <td className="no-wrap">{isKnown ? `at most ${writeCount(maxModelCalls)}` : '–'}</td>
              <td className="num muted">{visibleText(models.join(', '))}</td>
            </tr>
            <tr>
              <td className="muted fit-cell">Price</td>
              <td colSpan={2}>{isKnown ? <Price sums={sums} /> : '–'}</td>
            </tr>
            <tr>
              <td className="muted fit-cell">Sent to models</td>
              <td className="muted launch-sent" colSpan={2}>
                {isKnown && sentToModels.length === 0 && 'Nothing: no case has a prompt.'}
                {sentToModels.map((each) => (
                  <span key={each}>{visibleText(each)}</span>
                ))}
              </td>
            </tr>
          </tbody>
        </table>
        <BudgetLine projectId={projectId} />
      </div>
      {children}
    </Section>
  );
}

function Price({ sums: { usualUsd, dearestUsd, models } }: { sums: Sums }) {
  if (models.length === 0) return <>{writeMoney(0)} no model is asked</>;
  if (usualUsd === null || dearestUsd === null)
    return <span className="faint">not known: a model has no price, or no earlier trial of this suite</span>;
  if (dearestUsd === 0)
    return (
      <>
        {writeMoney(0)} <span className="faint">{visibleText(models.join(', '))} costs nothing</span>
      </>
    );
  return (
    <>
      about {writeMoney(usualUsd)}{' '}
      <span className="faint">by the last runs; {writeMoney(dearestUsd)} at their dearest</span>
    </>
  );
}

/** The budget of the day that covers the project, if there is one that the reader may see. */
function BudgetLine({ projectId }: { projectId: string }) {
  const projects = useOperation('listProjects');
  const organizationId = projects.data?.items.find(({ id }) => id === projectId)?.organizationId;
  const budgets = useQuery({
    ...operationQuery('listBudgets', { organizationId: organizationId ?? '' }, {}),
    enabled: organizationId !== undefined,
  });
  const budget = budgets.data?.items.find(
    ({ scope, period }) => period === 'day' && (scope.id === projectId || scope.kind === 'organization'),
  );
  if (!budget) return null;
  const unit = budget.limit.usd === undefined ? 'tokens' : 'usd';
  const [spent, reserved, limit] = [budget.spent, budget.reserved, budget.limit].map((amount) => amount[unit] ?? 0);
  const write = (amount: number): string => (unit === 'usd' ? writeMoney(amount) : writeCount(amount));
  const words = `${write(spent!)} of ${write(limit!)}${unit === 'usd' ? '' : `${NARROW}tokens`}`;
  return (
    <div className="launch-budget">
      <div className="row small">
        <span className="muted">
          {budget.scope.kind === 'project' ? 'The project today' : 'The organization today'}
        </span>
        <span className="push">{words}</span>
      </div>
      <Bar
        wide
        label={words}
        parts={[
          { share: Math.min(spent! / limit!, 1), tone: 'warn' },
          { share: Math.min(reserved! / limit!, 1), tone: 'res' },
        ]}
      />
    </div>
  );
}
