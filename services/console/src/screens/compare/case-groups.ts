import type { EvalRunCompare } from '@assay/sdk';

/** A case in both runs. */
export type ComparedCase = EvalRunCompare['cases'][number];

/** Cases of one status, under a word. */
export interface CaseGroup {
  id: ComparedCase['status'];
  word: string;
  cases: readonly ComparedCase[];
}

/** The groups in the order of what a reader has to look at. */
const WORDS: readonly (readonly [ComparedCase['status'], string])[] = [
  ['regressed', 'Regressed'],
  ['fixed', 'Recovered'],
  ['changed', 'Not established on one side'],
  ['unchanged_failed', 'Still failing'],
  ['new_case', 'New'],
  ['removed_case', 'Removed'],
  ['unchanged_passed', 'Still passing'],
];

/** The cases by their status; an empty group is left out. */
export const caseGroups = (cases: readonly ComparedCase[]): CaseGroup[] =>
  WORDS.map(([id, word]) => ({ id, word, cases: cases.filter(({ status }) => status === id) })).filter(
    (group) => group.cases.length > 0,
  );

/** Whether a group is folded while only differences are shown. */
export const isSame = ({ id }: Pick<CaseGroup, 'id'>): boolean => id === 'unchanged_passed';

/** Whether the difference of a case is more than noise, in words. */
export const noiseWord = ({ noise }: Pick<ComparedCase, 'noise'>): string =>
  ({ regression: 'more than noise', improvement: 'more than noise', withinNoise: 'within noise', notComparable: '–' })[
    noise
  ];
