import type { EvalRunCompare, SurfaceDifference } from '@assay/contract/areas/analysis/compare';
import { listFirst } from '../quote.ts';
import { countText, rateText } from './values.ts';

/** A run, and the earlier one that it is compared with. */
export interface WordedComparison {
  base: {
    runNumber: number;
    /** The branch of its commit. */
    branch?: string | undefined;
    /** Null without a verdict. */
    passRate: number | null;
  };
  caseCounts: EvalRunCompare['caseCounts'];
  /** The servers whose surfaces differ, with their names. */
  servers: (Pick<SurfaceDifference, 'baseVersion' | 'compareVersion' | 'summary' | 'changes'> & { name: string })[];
}

/**
 * Says what changed since an earlier run. `code` marks names in the text.
 * @example Since main (run 6, 93 %): 5 cases regressed, none recovered.
 */
export function describeComparison(
  { base, caseCounts, servers }: WordedComparison,
  code: (name: string) => string = (name) => name,
): string {
  const { runNumber, branch, passRate } = base;
  const rate = passRate === null ? 'without a verdict' : rateText(passRate);
  const since = branch === undefined ? `run ${runNumber} (${rate})` : `${code(branch)} (run ${runNumber}, ${rate})`;
  return [`Since ${since}: ${casesText(caseCounts)}.`, ...servers.map((server) => serverText(server, code))].join(' ');
}

function casesText({ regressed = 0, fixed = 0 }: WordedComparison['caseCounts']): string {
  if (regressed + fixed === 0) return 'no case changed';
  const worse = regressed === 0 ? 'no case' : `${countText(regressed)} ${regressed === 1 ? 'case' : 'cases'}`;
  return `${worse} regressed, ${fixed === 0 ? 'none' : countText(fixed)} recovered`;
}

function serverText(
  { name, baseVersion, compareVersion, summary, changes = [] }: WordedComparison['servers'][number],
  code: (name: string) => string,
): string {
  const isReleased = baseVersion !== undefined && compareVersion !== undefined && baseVersion !== compareVersion;
  const changed = isReleased
    ? `Server ${name} changed ${baseVersion} → ${compareVersion}`
    : `Server ${name} changed what it declares`;
  if (!summary) return `${changed}.`;
  const { breaking } = summary;
  if (breaking === 0) return `${changed}: no breaking change.`;
  const names = [...new Set(changes.filter(({ grade }) => grade === 'breaking').map((each) => each.name))];
  return `${changed}: ${countText(breaking)} breaking ${breaking === 1 ? 'change' : 'changes'} in ${listFirst(names, code)}.`;
}
