import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { EvalCaseImportClaim } from '@assay/contract/areas/cases/origin';
import type { MatchOptionsInput } from '@assay/contract/areas/cases/match-options';

/** The conversion of one part of a foreign file. */
export interface ConvertedPart {
  fidelity: 'exact' | 'approximated' | 'unsupported';
  /** For people: the part, and its conversion or why it was lost. Never quotes the file, which may contain secrets. */
  note: string;
  assertions?: EvalAssertion[];
  /** The expectation for the judge of goal completion. */
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
 * The claim of a case: exact when every part is exact, unsupported when an action or all expectations could not be
 * converted, approximated otherwise.
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
