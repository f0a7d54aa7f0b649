import type { EvalSuiteCounts, ListEvalSuites } from '@assay/contract/areas/suites/listed-suites';

/** The facts that the filters of a list tell suites apart by. */
export interface SuiteFacts {
  verdict: string;
  tags: string[];
  serverIds: string[];
  isFlaky: boolean;
  isScheduled: boolean;
  isArchived: boolean;
}

type Filter = Pick<ListEvalSuites, 'verdict' | 'tag' | 'serverId' | 'flaky' | 'scheduled' | 'archived'>;

const MATCHES: { [Name in keyof Filter]-?: (suite: SuiteFacts, wanted: NonNullable<Filter[Name]>) => boolean } = {
  verdict: ({ verdict }, wanted) => wanted.split(',').includes(verdict),
  tag: ({ tags }, wanted) => tags.includes(wanted),
  serverId: ({ serverIds }, wanted) => serverIds.includes(wanted),
  flaky: ({ isFlaky }, wanted) => isFlaky === wanted,
  scheduled: ({ isScheduled }, wanted) => isScheduled === wanted,
  archived: ({ isArchived }, wanted) => isArchived === wanted,
};
const VERDICTS = ['passed', 'failed', 'inconclusive', 'notEstablished', 'none'];
/** At most this many values of a filter are counted, the most frequent ones. */
const MAX_VALUES = 100;

/** How many suites each filter would find under the other filters. */
export function suiteCounts(suites: SuiteFacts[], { archived = false, ...others }: Filter): EvalSuiteCounts {
  const filter: Filter = { archived, ...others };
  const under = (left?: keyof Filter) =>
    suites.filter((suite) =>
      (Object.keys(MATCHES) as (keyof Filter)[]).every((name) => {
        const wanted = filter[name];
        return name === left || wanted === undefined || (MATCHES[name] as (...of: unknown[]) => boolean)(suite, wanted);
      }),
    );
  return {
    total: under().length,
    verdict: {
      ...Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])),
      ...tally(under('verdict').map(({ verdict }) => verdict)),
    },
    tag: tally(under('tag').flatMap(({ tags }) => tags)),
    server: tally(under('serverId').flatMap(({ serverIds }) => serverIds)),
    flaky: under('flaky').filter(({ isFlaky }) => isFlaky).length,
    scheduled: under('scheduled').filter(({ isScheduled }) => isScheduled).length,
    archived: under('archived').filter(({ isArchived }) => isArchived).length,
  };
}

function tally(values: string[]): Record<string, number> {
  const groups = [...Map.groupBy(values, (value) => value)].map(([value, of]) => [value, of.length] as const);
  return Object.fromEntries(groups.toSorted(([, a], [, b]) => b - a).slice(0, MAX_VALUES));
}
