import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { EvalCaseImportClaim } from '@assay/contract/areas/cases/origin';
import type { MatchOptionsInput } from '@assay/contract/areas/cases/match-options';

/** What became of one thing that a foreign file says. */
export interface ConvertedPart {
  fidelity: 'exact' | 'approximated' | 'unsupported';
  /** For people: what it was, and what it is now or why it is not. Never quotes the file, which may hold secrets. */
  note: string;
  assertions?: EvalAssertion[];
  /** What the judge of goal completion is to look for. */
  expectedOutput?: string;
  matchOptions?: MatchOptionsInput;
}

export const exactPart = (
  from: string,
  to: string,
  carried: Omit<ConvertedPart, 'fidelity' | 'note'> = {},
): ConvertedPart => ({
  fidelity: 'exact',
  note: `${from} is ${to}`,
  ...carried,
});
export const approximatedPart = (
  from: string,
  to: string,
  why: string,
  carried: Omit<ConvertedPart, 'fidelity' | 'note'> = {},
): ConvertedPart => ({ fidelity: 'approximated', note: `${from} is nearly ${to}: ${why}`, ...carried });
export const unsupportedPart = (what: string, why: string): ConvertedPart => ({
  fidelity: 'unsupported',
  note: `${what} is not carried over: ${why}`,
});

/**
 * What is claimed of a case: exact when everything in it is, unsupported when none of its expectations could be carried
 * over or what it does could not, and approximated in between.
 */
export function claimOf(
  does: readonly ConvertedPart[],
  expects: readonly ConvertedPart[],
  sourceCaseKey: string,
): EvalCaseImportClaim {
  const all = [...does, ...expects];
  const gone = does.some(isUnsupported) || (expects.length > 0 && expects.every(isUnsupported));
  const status = gone ? 'unsupported' : all.every(({ fidelity }) => fidelity === 'exact') ? 'exact' : 'approximated';
  const notes = [...new Set(all.map(({ note }) => note))].join('; ');
  return {
    status,
    sourceCaseKey: sourceCaseKey.slice(0, 512),
    note: notes.length > 2000 ? `${notes.slice(0, 1997)}...` : notes,
  };
}

const isUnsupported = ({ fidelity }: ConvertedPart) => fidelity === 'unsupported';
