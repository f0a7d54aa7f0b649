import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { EvalRun, EvalRunCase, EvalRunCaseCounts } from '@assay/sdk';
import { Chip, FilterBar, FilterGap } from '../../../components/filter-bar/filter-bar.tsx';
import { MenuChip } from '../../../components/filter-bar/menu-chip.tsx';
import { Mark, type MarkKind } from '../../../components/mark/mark.tsx';
import { writeCountOf } from '../../../lib/format/numbers.ts';
import { stageWord } from './case-columns.tsx';

const route = getRouteApi('/shell/p/$projectId/runs/$runId');

type Outcome = EvalRunCase['outcome'];

const OUTCOMES: readonly (readonly [outcome: Outcome, word: string, mark: MarkKind])[] = [
  ['failed', 'failed', 'failed'],
  ['passed', 'passed', 'passed'],
  ['undecided', 'undecided', 'open'],
];

/** The filters of a run's cases, with the number of cases that each would find in the whole run. */
export function CaseFilterBar({
  run,
  counts,
  sorted,
}: {
  run: EvalRun;
  counts: EvalRunCaseCounts | undefined;
  /** How the cases are sorted; undefined where the list has those alone that no trial decides. */
  sorted: string | undefined;
}) {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/p/$projectId/runs/$runId' });
  const change = (part: Partial<typeof search>): void => {
    void navigate({ search: (old) => ({ ...old, ...part }), replace: true });
  };
  const outcomes = search.outcome ?? [];
  const toggle = (outcome: Outcome): void => {
    const next = outcomes.includes(outcome) ? outcomes.filter((each) => each !== outcome) : [...outcomes, outcome];
    change({ outcome: next.length > 0 ? next : undefined });
  };
  const open = counts?.outcome['open'] ?? 0;
  const stages = Object.entries(counts?.stage ?? {});
  return (
    <FilterBar
      about={
        sorted === undefined
          ? 'undecided: no trial of the case could be graded'
          : counts && `${writeCountOf(counts.total, 'case')}, ${writeCountOf(run.trials.total, 'trial')} · ${sorted}`
      }
    >
      {OUTCOMES.map(([outcome, word, mark]) => (
        <Chip
          key={outcome}
          isOn={outcomes.includes(outcome)}
          onToggle={() => toggle(outcome)}
          count={counts?.outcome[outcome]}
        >
          <Mark kind={mark} word="" />
          {word}
        </Chip>
      ))}
      {open > 0 && (
        <Chip isOn={outcomes.includes('open')} onToggle={() => toggle('open')} count={open}>
          <Mark kind="pending" word="" />
          not ended
        </Chip>
      )}
      <Chip
        isOn={search.leftOut === true}
        onToggle={() => change({ leftOut: search.leftOut ? undefined : true })}
        count={run.trials.excluded + run.trials.skipped}
      >
        <Mark kind="excluded" word="" />
        excluded trials
      </Chip>
      <FilterGap />
      {stages.slice(0, 3).map(([stage, count]) => (
        <Chip
          key={stage}
          isOn={search.stage === stage}
          onToggle={() => change({ stage: search.stage === stage ? undefined : stage })}
          count={count}
        >
          stage <b>{stageWord(stage)}</b>
        </Chip>
      ))}
      <MenuChip
        word="assertion"
        value={search.assertion}
        values={Object.entries(counts?.assertion ?? {})}
        onValue={(assertion) => change({ assertion })}
      />
      <MenuChip
        word="model"
        value={search.model}
        values={Object.entries(counts?.model ?? {})}
        onValue={(model) => change({ model })}
      />
    </FilterBar>
  );
}
