import type { Unfairness } from '@assay/contract/areas/analysis/compare';
import { isShared, type CasePair, type SharedCase } from './pairs.ts';
import type { SideFacts } from './sides.ts';

/** At most this share of a run's trials may be excluded. */
const MAX_EXCLUDED = 0.2;
/** At most this many cases are named in one reason. */
const NAMED = 3;

/** Why a comparison of two runs would not be fair; cases that only one of them has are no reason. */
export function unfairnessOf(base: SideFacts, compare: SideFacts, pairs: readonly CasePair[]): Unfairness[] {
  const shared = pairs.filter(isShared);
  return [
    ...sideFaults(base, 'base'),
    ...sideFaults(compare, 'compare'),
    ...caseFault('modelsDiffer', 'ran on different models', shared, (pair) => pair.base.model !== pair.compare.model),
    ...caseFault(
      'iterationsDiffer',
      'were to be tried a different number of times',
      shared,
      (pair) => pair.base.configured !== pair.compare.configured,
    ),
    ...caseFault(
      'evaluationConfigDiffers',
      'are decided by different rules',
      shared,
      (pair) => pair.base.evaluationHash !== pair.compare.evaluationHash,
    ),
    ...(shared.length === 0 ? [{ code: 'nothingShared' as const, message: 'The runs have no case in common.' }] : []),
  ];
}

function sideFaults({ isComplete, trials, excluded }: SideFacts, side: 'base' | 'compare'): Unfairness[] {
  const name = side === 'base' ? 'baseline' : 'run';
  if (!isComplete)
    return [{ code: 'runNotComplete', side, message: `The ${name} did not finish, so trials are missing.` }];
  if (excluded <= trials * MAX_EXCLUDED) return [];
  return [
    {
      code: 'tooManyExcluded',
      side,
      message: `${excluded} of ${trials} trials of the ${name} say nothing about the server; at most a fifth may be excluded.`,
    },
  ];
}

function caseFault(
  code: Unfairness['code'],
  what: string,
  shared: readonly SharedCase[],
  isFault: (pair: SharedCase) => boolean,
): Unfairness[] {
  const found = shared.filter(isFault);
  if (found.length === 0) return [];
  const named = found
    .slice(0, NAMED)
    .map(({ compare }) => `"${compare.title.slice(0, 80)}"`)
    .join(', ');
  return [
    {
      code,
      message: `${found.length} of ${shared.length} shared cases ${what}: ${named}${found.length > NAMED ? ', …' : ''}.`,
    },
  ];
}
