import type { Chain } from '@assay/contract/areas/analysis/decision-summary';

/** How much of a judge's reason is told, in characters. */
const MAX_REASON = 300;

/** The chain of a trial in which every stage held as far as its checks say, and which a judge found to be of no use all the same. */
export function chainJudgedUseless(chain: Chain, reason: string): Chain {
  if (chain.status !== 'verified' || chain.firstFailedStage !== undefined) return chain;
  const failed = { stage: 'userValue' as const, state: 'failed' as const, reasons: [`The judge: ${cut(reason)}`] };
  return {
    ...chain,
    stages: chain.stages.map((row) => (row.stage === 'userValue' ? failed : row)),
    firstFailedStage: 'userValue',
    failureCategory: 'userValue',
  };
}

const cut = (text: string): string =>
  text.length > MAX_REASON ? `${text.slice(0, MAX_REASON - 1).toWellFormed()}…` : text;
