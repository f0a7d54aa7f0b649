import type { AttentionItem, ProjectAttention, ProjectCounts } from '@assay/contract/areas/overview/attention';
import type { AttentionFacts } from './attention-facts.ts';
import { failingSince, isFailing, isUndecided } from './attention-items.ts';

/** The objects of a project, counted. */
export const countsOf = ({ servers, suites, runs, drafts }: AttentionFacts): ProjectCounts => ({
  servers: { total: servers.length, unusable: servers.filter(({ state }) => state === 'unusable').length },
  suites: {
    total: suites.length,
    failing: suites.filter(isFailing).length,
    undecided: suites.filter(isUndecided).length,
  },
  runs,
  drafts: {
    total: drafts.reduce((sum, { open }) => sum + open, 0),
    doubtful: drafts.reduce((sum, { doubtful }) => sum + doubtful, 0),
  },
});

/** How a project is: an outcome with its words. */
export function standingOf(
  facts: AttentionFacts,
  items: readonly AttentionItem[],
): Pick<ProjectAttention, 'outcome' | 'sentence' | 'because'> {
  const { servers, suites } = countsOf(facts);
  const unusable = `${servers.unusable} of ${counted(servers.total, 'server')} cannot be used`;
  const because = reasons(facts, items);
  if (suites.failing > 0) {
    const failing = `${suites.failing} of ${counted(suites.total, 'suite')} ${suites.failing === 1 ? 'fails' : 'fail'}`;
    return {
      outcome: 'failed',
      sentence: servers.unusable > 0 ? `${failing}, and ${unusable}.` : `${failing}.`,
      because,
    };
  }
  if (servers.unusable > 0) return { outcome: 'failed', sentence: `${unusable}.`, because };
  if (suites.undecided > 0)
    return {
      outcome: 'notEstablished',
      sentence: `${suites.undecided} of ${counted(suites.total, 'suite')} ${suites.undecided === 1 ? 'has' : 'have'} no verdict.`,
      because,
    };
  if (items.length > 0)
    return {
      outcome: 'warning',
      sentence: `No suite fails; ${items.length === 1 ? '1 thing needs' : `${items.length} things need`} a person.`,
      because,
    };
  const decided = facts.suites.filter(({ latestRun }) => latestRun?.verdict === 'passed').length;
  if (decided === 0) return { outcome: 'note', sentence: 'Nothing has run yet.', because };
  return {
    outcome: 'passed',
    sentence: `${decided} of ${counted(suites.total, 'suite')} ${decided === 1 ? 'passes' : 'pass'}, and nothing needs a person.`,
    because,
  };
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Since when the first two failing suites fail, and the budgets that are nearly spent. */
function reasons({ suites }: AttentionFacts, items: readonly AttentionItem[]): string {
  const failing = suites
    .filter(isFailing)
    .toSorted((a, b) => b.latestRun!.completedAt - a.latestRun!.completedAt)
    .slice(0, 2)
    .map((suite) => `${suite.name} fails ${failingSince(suite)}`.trimEnd());
  const spent = items.filter(({ kind }) => kind === 'budgetNearlySpent').map(({ sentence }) => `${sentence}.`);
  return [...(failing.length > 0 ? [`${failing.join('; ')}.`] : []), ...spent.slice(0, 1)].join(' ');
}
