import type { AttentionItem } from '@assay/contract/areas/overview/attention';
import type { EvalSuite } from '@assay/contract/areas/suites/listed-suites';
import { consolePages } from '@assay/contract/areas/overview/console-pages';
import type { AttentionFacts } from './attention-facts.ts';
import { budgetItems } from './budget-items.ts';
import { serverItems } from './server-items.ts';

/** The kinds of items, the worst first. */
const ranks: Record<AttentionItem['kind'], number> = {
  suiteFails: 0,
  serverChanged: 1,
  serverUnusable: 2,
  suiteUndecided: 3,
  scheduleWithoutVerdict: 4,
  draftsWait: 5,
  waiverEnds: 6,
  budgetNearlySpent: 7,
};

/** Everything of a project that needs a person at `now`, in milliseconds: the worst first, and of one kind the newest. */
export function attentionItems(facts: AttentionFacts, now: number): AttentionItem[] {
  const suites = suiteItems(facts);
  const named = new Set(suites.map(({ subject }) => subject.id));
  return [
    ...suites,
    ...serverItems(facts, now),
    ...scheduleItems(facts, named),
    ...draftItems(facts),
    ...waiverItems(facts),
    ...budgetItems(facts),
  ].sort((a, b) => ranks[a.kind] - ranks[b.kind] || b.at - a.at);
}

/** Whether the latest run of a suite says nothing about it. */
export const isUndecided = ({ latestRun }: EvalSuite): boolean =>
  latestRun !== null && (latestRun.verdict === 'notEstablished' || latestRun.verdict === 'inconclusive');

export const isFailing = ({ latestRun }: EvalSuite): boolean => latestRun?.verdict === 'failed';

const suiteItems = ({ projectId, suites }: AttentionFacts): AttentionItem[] =>
  suites.flatMap((suite): AttentionItem[] => {
    const { latestRun: run, name, id } = suite;
    if (!run || !(isFailing(suite) || isUndecided(suite))) return [];
    const action: AttentionItem['action'] = {
      label: 'Read why',
      page: { kind: 'run', id: run.id, path: consolePages.run(projectId, run.id) },
    };
    const item = { subject: { kind: 'suite' as const, id, name }, at: run.completedAt, action };
    if (isUndecided(suite))
      return [
        {
          ...item,
          id: `suiteUndecided.${id}.${run.id}`,
          kind: 'suiteUndecided',
          outcome: 'notEstablished',
          sentence: `${name} has no verdict`,
          because: run.because || run.sentence,
        },
      ];
    const unit = run.measurementUnit === 'trial' ? 'trials' : 'case variants';
    return [
      {
        ...item,
        id: `suiteFails.${id}.${run.id}`,
        kind: 'suiteFails',
        outcome: 'failed',
        sentence: `${name} fails: ${run.passed} of ${run.total} ${unit}`,
        because: failingSince(suite),
      },
    ];
  });

/** Since which run a suite fails, as far back as its recent runs go. */
export function failingSince({ recentRuns, totals }: EvalSuite): string {
  const passed = recentRuns.findLastIndex(({ verdict }) => verdict !== 'failed');
  const [first] = recentRuns.slice(passed + 1);
  if (!first) return '';
  if (passed >= 0) return `since run ${first.runNumber}`;
  return recentRuns.length >= totals.runs ? 'since its first run' : `since run ${first.runNumber} or earlier`;
}

/** Schedules whose latest ticks have no verdict, where their suite is not named for that already. */
function scheduleItems({ projectId, schedules }: AttentionFacts, named: ReadonlySet<string>): AttentionItem[] {
  return schedules.flatMap(({ suiteId, suiteName: name, schedule, ticks }) => {
    const over = ticks.filter(({ reason, verdict }) => reason !== undefined || verdict !== undefined);
    const decided = over.findLastIndex(({ verdict }) => verdict === 'passed' || verdict === 'failed');
    const [first, ...rest] = over.slice(decided + 1);
    if (!schedule.enabled || !first || named.has(suiteId)) return [];
    const last = rest.at(-1) ?? first;
    return [
      {
        id: `scheduleWithoutVerdict.${suiteId}.${first.dueAt}`,
        kind: 'scheduleWithoutVerdict' as const,
        outcome: 'notEstablished' as const,
        subject: { kind: 'suite' as const, id: suiteId, name },
        sentence:
          rest.length === 0
            ? `${name} has no verdict of its latest tick`
            : `${name} has no verdict of its latest ${rest.length + 1} ticks`,
        because: last.reason ?? '',
        at: first.dueAt,
        action: {
          label: 'Open',
          page: { kind: 'suiteSchedule' as const, id: suiteId, path: consolePages.suiteSchedule(projectId, suiteId) },
        },
      },
    ];
  });
}

const draftItems = ({ projectId, drafts }: AttentionFacts): AttentionItem[] =>
  drafts.map(({ suiteId, suiteName: name, open, doubtful, jobId, newestAtMs }) => ({
    id: `draftsWait.${suiteId}.${jobId}`,
    kind: 'draftsWait',
    outcome: 'note',
    subject: { kind: 'suite', id: suiteId, name },
    sentence:
      open === 1 ? `1 draft of ${name} waits for your decision` : `${open} drafts of ${name} wait for your decision`,
    because: doubtful === 0 ? '' : `${doubtful} of them ${doubtful === 1 ? 'has' : 'have'} doubts`,
    at: newestAtMs,
    action: {
      label: 'Review',
      page: { kind: 'suiteDrafts', id: suiteId, path: consolePages.suiteDrafts(projectId, suiteId) },
    },
  }));

function waiverItems({ projectId, waivers, suites }: AttentionFacts): AttentionItem[] {
  const names = new Map(suites.map(({ id, name }) => [id, name]));
  return waivers.map(({ id, runId, suiteId, reason, expiresAt }) => {
    const name = names.get(suiteId) ?? suiteId;
    return {
      id: `waiverEnds.${id}`,
      kind: 'waiverEnds',
      outcome: 'warning',
      subject: { kind: 'suite', id: suiteId, name },
      sentence: `A waiver of ${name} ends`,
      because: `“${reason}”`,
      at: expiresAt.getTime(),
      action: {
        label: 'Open',
        page: { kind: 'runDecision', id: runId, path: consolePages.runDecision(projectId, runId) },
      },
    };
  });
}
