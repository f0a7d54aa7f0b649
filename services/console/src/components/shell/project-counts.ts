import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../../data/operations.ts';
import { writeCount } from '../../lib/format/numbers.ts';
import type { areas } from './areas.ts';

/** A number of the rail: a total, or how many need a person, which is strong. */
export interface AreaCount {
  text: string;
  needsPerson: boolean;
  /** The same for screen readers. */
  label: string;
}

type AreaWord = (typeof areas)[number]['word'];

const counted = (total: number, need: number, what: string): AreaCount =>
  need > 0
    ? { text: writeCount(need), needsPerson: true, label: `${need} of ${total} ${what}` }
    : { text: writeCount(total), needsPerson: false, label: `${total} in total` };

/** The numbers of a project's areas in the rail. Operations: getProjectAttention. */
export function useProjectCounts(projectId: string | undefined): Partial<Record<AreaWord, AreaCount>> {
  const { data } = useQuery({
    ...operationQuery('getProjectAttention', { projectId: projectId ?? '' }),
    enabled: projectId !== undefined,
  });
  if (!data) return {};
  const { servers, suites, runs } = data.counts;
  const all = counted(runs.total, runs.underWay, 'under way');
  return {
    Servers: counted(servers.total, servers.unusable, 'cannot be used'),
    Suites: counted(suites.total, suites.failing + suites.undecided, 'fail or have no verdict'),
    Runs: runs.underWay === 0 && runs.isAtLeast ? { ...all, text: `${all.text}+` } : all,
  };
}
