import type { Chain } from '@assay/contract/areas/analysis/decision-summary';

/** The length of a judge's reason that is shown, in characters. */
const MAX_REASON = 300;

/** The chain of an iteration in which every stage passed by its checks, and which a judge found useless. */
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
