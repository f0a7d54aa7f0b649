import type { ReplyOf } from '../../data/operations.ts';
import type { MarkKind } from '../../components/mark/mark.tsx';

export type Report = ReplyOf<'getConformanceReport'>;
type Check = Report['cases'][number]['checks'][number];
export type Outcome = 'failed' | 'warning' | 'couldNotRun' | 'passed' | 'notApplicable';

/** A scenario of a report, with any result. */
export interface Scenario {
  suite: Report['cases'][number]['suite'];
  name: string;
  title: string | undefined;
  area: string;
  outcome: Outcome;
  reason: string | undefined;
  checks: Check[];
  durationMs: number | undefined;
  endedServer: boolean;
}

const AREAS: Record<string, string> = {
  lifecycle: 'Lifecycle',
  messages: 'Messages',
  items: 'Lists and items',
  http: 'Streamable HTTP',
  security: 'Security',
  sessions: 'Sessions',
  subscriptions: 'Subscriptions',
  tasks: 'Tasks',
  apps: 'Apps',
  others: 'Others',
};

export const outcomeMarks: Record<Outcome, MarkKind> = {
  failed: 'failed',
  warning: 'warning',
  couldNotRun: 'open',
  passed: 'passed',
  notApplicable: 'pending',
};

/** The outcomes as filters name them. */
export const outcomeWords: Record<Outcome, string> = {
  failed: 'failed',
  warning: 'warning',
  couldNotRun: 'could not run',
  passed: 'passed',
  notApplicable: 'not applicable',
};

/** Every scenario of a report. */
export function scenariosOf({ cases, warnings, passed, unjudged }: Report): Scenario[] {
  const judged =
    (outcome: Outcome) =>
    (one: Report['cases'][number]): Scenario => ({
      suite: one.suite,
      name: one.scenario,
      title: one.title ?? one.checks[0]?.description ?? one.checks[0]?.name,
      area: one.area ?? 'others',
      outcome,
      reason: one.checks[0]?.errorMessage,
      checks: one.checks,
      durationMs: one.durationMs,
      endedServer: one.endedServer === true,
    });
  return [
    ...cases.map(judged('failed')),
    ...warnings.map(judged('warning')),
    ...passed.map(judged('passed')),
    ...unjudged.map(({ suite, scenario, title, area, status, reason }): Scenario => ({
      suite,
      name: scenario,
      title,
      area: area ?? 'others',
      outcome: status === 'couldNotRun' ? 'couldNotRun' : 'notApplicable',
      reason,
      checks: [],
      durationMs: undefined,
      endedServer: false,
    })),
  ];
}

/** One scenario, or all of an area with one outcome. */
export interface ScenarioRow {
  /** The name of the scenario, or `{area}:{outcome}`. */
  id: string;
  outcome: Outcome;
  scenarios: Scenario[];
  isSingle: boolean;
}

export interface AreaGroup {
  area: string;
  word: string;
  count: number;
  rows: ScenarioRow[];
}

/** Scenarios by area. What failed stands alone; the rest of an area is a row per outcome, unless a filter asks for it. */
export function areasOf(
  scenarios: readonly Scenario[],
  wanted: readonly string[],
  suite: string | undefined,
): AreaGroup[] {
  const shown = scenarios.filter(
    (one) => (wanted.length === 0 || wanted.includes(one.outcome)) && (suite === undefined || one.suite === suite),
  );
  const groups = Object.entries(AREAS).flatMap(([area, word]): AreaGroup[] => {
    const own = shown.filter((one) => one.area === area && one.outcome !== 'notApplicable');
    return own.length === 0 ? [] : [{ area, word, count: own.length, rows: rowsOf(area, own, wanted) }];
  });
  const apart = shown.filter(({ outcome }) => outcome === 'notApplicable');
  if (apart.length > 0)
    groups.push({
      area: 'notApplicable',
      word: 'Not applicable',
      count: apart.length,
      rows: wanted.includes('notApplicable')
        ? apart.map(single)
        : [{ id: 'all:notApplicable', outcome: 'notApplicable', scenarios: apart, isSingle: false }],
    });
  return groups;
}

const single = (one: Scenario): ScenarioRow => ({
  id: one.name,
  outcome: one.outcome,
  scenarios: [one],
  isSingle: true,
});

function rowsOf(area: string, own: readonly Scenario[], wanted: readonly string[]): ScenarioRow[] {
  const of = (outcome: Outcome) => own.filter((one) => one.outcome === outcome);
  const together = (outcome: Outcome): ScenarioRow[] => {
    const scenarios = of(outcome);
    if (scenarios.length === 0) return [];
    if (scenarios.length === 1 || wanted.includes(outcome)) return scenarios.map(single);
    return [{ id: `${area}:${outcome}`, outcome, scenarios, isSingle: false }];
  };
  return [...of('failed').map(single), ...of('warning').map(single), ...together('couldNotRun'), ...together('passed')];
}

/** One message of a scenario, as its evidence has it. */
export interface Exchange {
  sent: { method?: string; headers?: Record<string, string>; body: string };
  answer: { status?: number; contentType?: string | null; failure?: string; body: string };
}

/** The exchanges that a check has as evidence. */
export function exchangesOf({ details }: Pick<Check, 'details'>): Exchange[] {
  const { exchanges } = (details ?? {}) as { exchanges?: unknown };
  return Array.isArray(exchanges) ? (exchanges as Exchange[]) : [];
}

/** A scenario's name without the prefix of our own. */
export const shortName = (name: string): string => name.replace(/^assay\//, '');
