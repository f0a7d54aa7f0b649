import type { Finding } from '@assay/contract/areas/analysis/insights';

const trials = (count: number): string => (count === 1 ? '1 trial' : `${count} trials`);

/** A summary of a run's findings in plain words. */
export function summaryOf(
  findings: readonly Pick<Finding, 'title' | 'affected'>[],
  failing: number,
  attempted: number,
  resolved: number,
): string {
  const cleared =
    resolved === 0
      ? ''
      : ` ${resolved === 1 ? 'One finding' : `${resolved} findings`} of the run before did not come back.`;
  const [first] = findings;
  if (!first) return `${attempted === 0 ? 'No trial was tried.' : `All of ${trials(attempted)} passed.`}${cleared}`;
  const ways = findings.length === 1 ? 'all in the same way' : `in ${findings.length} different ways`;
  return `${failing} of ${trials(attempted)} did not pass, ${ways}. The most frequent, in ${trials(first.affected.count)}: ${first.title}.${cleared}`;
}
