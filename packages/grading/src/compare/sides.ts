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

/** A case with one of its models on one side of a comparison, and how its trials came out. */
export interface CaseFacts {
  caseId: string;
  title: string;
  model: string | null;
  /** How many trials the run wanted of it. */
  configured: number;
  passed: number;
  failed: number;
  /** Fraction of gradeable trials that must pass: all of them where the run is not graded per case. */
  passThreshold: number;
  /** What it does and asks for, and what of that decides its trials. */
  contentHash: string;
  evaluationHash: string;
  iterationIds: string[];
  /** The first trial that failed, or else the first of all. */
  representativeIterationId: string | null;
  scores: ScorerFacts[];
}

/** One side of a comparison. */
export interface SideFacts {
  /** Its trials are all in, and none was kept from running. */
  isComplete: boolean;
  /** Trials that were meant to be run, and those of them that say nothing about the server. */
  trials: number;
  excluded: number;
  /** Iterations whose scores count, and those whose scores contradict themselves. */
  scoredIterations: number;
  quarantinedIterations: number;
  cases: CaseFacts[];
}

export type CaseVerdict = 'passed' | 'failed' | 'absent';

/** The verdict on one case; absent where none of its trials could be graded. */
export function caseVerdictOf(facts: Pick<CaseFacts, 'passed' | 'failed' | 'passThreshold'> | undefined): CaseVerdict {
  if (!facts || facts.passed + facts.failed === 0) return 'absent';
  return facts.passed / (facts.passed + facts.failed) >= facts.passThreshold ? 'passed' : 'failed';
}
