import { Link } from '@tanstack/react-router';
import type { Column } from '../../components/data-table/data-table.tsx';
import { Duration } from '../../components/figures/figures.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Icon, type IconName } from '../../components/icon/icon.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { Tag } from '../../components/tag/tag.tsx';
import { TrialDots } from '../../components/trial-dots/trial-dots.tsx';
import type { ItemOf, ReplyOf } from '../../data/operations.ts';
import { writeCount } from '../../lib/format/numbers.ts';
import { kindOfOutcome, kindOfTrial } from '../../lib/run-verdict.ts';
import type { SuiteRead } from './suite-tab.ts';

type Case = ItemOf<'listEvalCases'>;
type History = ReplyOf<'getEvalSuiteCaseHistory'>;
type Past = History['cases'][number];

/** A case of a suite with what it did in the last runs. */
export interface CaseRow {
  id: string;
  title: string;
  steps: Case['steps'];
  /** How often a run tries it, with all of its models. */
  trials: number;
  asksModel: boolean;
  tools: readonly string[];
  past: Past | undefined;
}

/** The cases of a suite in their order, each with its history. */
export const joinCases = (suite: SuiteRead, cases: readonly Case[], history: History | undefined): CaseRow[] => {
  const past = new Map(history?.cases.map((each) => [each.testCaseId, each]));
  return cases.map((each) => ({
    id: each.id,
    title: each.title,
    steps: each.steps,
    trials: trialsOf(suite, each),
    asksModel: each.steps.some(({ kind }) => kind === 'prompt'),
    tools: [...new Set(each.steps.flatMap((step) => (step.kind === 'toolCall' ? [step.toolName] : [])))],
    past: past.get(each.id),
  }));
};

function trialsOf({ settings }: SuiteRead, { iterations, repetitions, models }: Case): number {
  const { minimumIterations, repetitions: everyCase } = settings;
  const times = everyCase === null ? Math.max(iterations, minimumIterations ?? 1) : (repetitions ?? everyCase);
  return times * Math.max(models.length, 1);
}

/** The trials of a run of these cases. */
export const trialsPerRun = (rows: readonly CaseRow[]): number => rows.reduce((sum, { trials }) => sum + trials, 0);

const stepIcons: Partial<Record<Case['steps'][number]['kind'], IconName>> = {
  toolCall: 'tool',
  prompt: 'prompt',
  interact: 'pointer',
};
/** The most steps that are drawn. */
const MAX_ICONS = 4;

function Steps({ steps }: { steps: Case['steps'] }) {
  const asserted = steps.filter(({ kind }) => kind === 'assert').length;
  const done = steps.filter(({ kind }) => kind !== 'assert');
  return (
    <span className="row faint steps-cell" role="img" aria-label={`${done.length} steps, ${asserted} checks`}>
      {done.slice(0, MAX_ICONS).map((step, index) => (
        <Icon key={index} name={stepIcons[step.kind] ?? 'tool'} />
      ))}
      {done.length > MAX_ICONS && <span className="small">+{done.length - MAX_ICONS}</span>}
      {asserted > 0 && (
        <>
          <Icon name="assertion" />
          <span className="small">{asserted}</span>
        </>
      )}
    </span>
  );
}

/** The columns of the list of cases. */
export const caseColumns = (address: { projectId: string; suiteId: string }): Column<CaseRow>[] => [
  {
    id: 'outcome',
    head: <span className="visually-hidden">Outcome</span>,
    kind: 'mark',
    cell: ({ past }) =>
      past ? <Mark kind={kindOfOutcome(past.latest.outcome)} /> : <Mark kind="pending" word="No run yet" />,
  },
  {
    id: 'title',
    head: 'Case',
    kind: 'fill',
    cell: ({ id: caseId, title, past }) => (
      <>
        <Link className="plain" to="/p/$projectId/suites/$suiteId/cases/$caseId" params={{ ...address, caseId }}>
          <Foreign text={title} />
        </Link>{' '}
        {past?.isFlaky && <Tag>flaky</Tag>}
      </>
    ),
  },
  { id: 'steps', head: 'Steps', narrow: 'hidden', cell: ({ steps }) => <Steps steps={steps} /> },
  {
    id: 'trials',
    head: 'Runs',
    kind: 'number',
    narrow: 'hidden',
    cell: ({ trials }) => <span className="muted">{writeCount(trials)}</span>,
  },
  {
    id: 'last',
    head: 'Last run',
    narrow: 'below',
    cell: ({ past }) => past && <TrialDots outcomes={past.latest.trials.map(kindOfTrial)} />,
  },
  {
    id: 'earlier',
    head: 'Earlier runs',
    narrow: 'hidden',
    cell: ({ past }) => {
      const earlier = past?.outcomes.slice(1).toReversed() ?? [];
      return (
        earlier.length > 0 && (
          <TrialDots
            outcomes={earlier.map((outcome) => (outcome === null ? 'pending' : kindOfOutcome(outcome)))}
            noun="runs"
          />
        )
      );
    },
  },
  {
    id: 'p50',
    head: 'p50',
    kind: 'number',
    narrow: 'hidden',
    cell: ({ past }) => (
      <span className="muted">
        <Duration ms={past?.latest.p50DurationMs ?? undefined} />
      </span>
    ),
  },
];
