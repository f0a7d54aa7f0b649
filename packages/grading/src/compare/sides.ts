/** One scorer's results on the trials of one case, under one definition. */
export interface ScorerFacts {
  scorerId: string;
  definitionHash: string;
  gating: boolean;
  deterministic: boolean;
  scored: number;
  passed: number;
  errors: number;
  skipped: number;
  notApplicable: number;
  /** The sum of the scores. */
  total: number;
}

/** A case variant on one side of a comparison, with the counts of its trials. */
export interface CaseFacts {
  caseId: string;
  title: string;
  model: string | null;
  /** The configured number of trials. */
  configured: number;
  passed: number;
  failed: number;
  /** Fraction of gradeable trials that must pass: 1 where the run is not graded per case. */
  passThreshold: number;
  /** The hash of the case's steps; `evaluationHash` is the hash of its rules for grading. */
  contentHash: string;
  evaluationHash: string;
  iterationIds: string[];
  /** The first failed trial, or else the first one. */
  representativeIterationId: string | null;
  scores: ScorerFacts[];
}

/** One side of a comparison. */
export interface SideFacts {
  /** Whether all trials have ended and none was skipped. */
  isComplete: boolean;
  /** Whether no case of it decides, so that its trials pass with any answer of the server. */
  decidesNothing: boolean;
  /** The number of configured trials, and the number of excluded ones. */
  trials: number;
  excluded: number;
  /** Iterations whose scores count, and iterations whose scores contradict themselves. */
  scoredIterations: number;
  quarantinedIterations: number;
  cases: CaseFacts[];
}

export type CaseVerdict = 'passed' | 'failed' | 'absent';

/** The verdict on one case; absent when none of its trials could be graded. */
export function caseVerdictOf(facts: Pick<CaseFacts, 'passed' | 'failed' | 'passThreshold'> | undefined): CaseVerdict {
  if (!facts || facts.passed + facts.failed === 0) return 'absent';
  return facts.passed / (facts.passed + facts.failed) >= facts.passThreshold ? 'passed' : 'failed';
}
