import type { CaseFacts, ScorerFacts, SideFacts } from '../src/compare/sides.ts';
import type { GatedRun } from '../src/gate/gate-facts.ts';

/** A case with this number of passed and failed trials. */
export const caseFacts = (
  caseId: string,
  passed: number,
  failed: number,
  more: Partial<CaseFacts> = {},
): CaseFacts => ({
  caseId,
  title: `case ${caseId}`,
  model: null,
  configured: passed + failed,
  passed,
  failed,
  passThreshold: 1,
  contentHash: 'content',
  evaluationHash: 'evaluation',
  iterationIds: [],
  representativeIterationId: null,
  scores: [],
  ...more,
});

export const sideFacts = (cases: CaseFacts[], more: Partial<SideFacts> = {}): SideFacts => ({
  isComplete: true,
  decidesNothing: false,
  trials: cases.reduce((sum, { passed, failed }) => sum + passed + failed, 0),
  excluded: 0,
  scoredIterations: 1,
  quarantinedIterations: 0,
  cases,
  ...more,
});

export const gatedRun = (cases: CaseFacts[], more: Partial<GatedRun> = {}): GatedRun => ({
  ...sideFacts(cases),
  totalTokens: 1_000,
  costUsd: 0.5,
  p95LatencyMs: 200,
  ...more,
});

export const scorerFacts = (scorerId: string, more: Partial<ScorerFacts> = {}): ScorerFacts => ({
  scorerId,
  definitionHash: scorerId,
  gating: true,
  deterministic: true,
  scored: 4,
  passed: 4,
  errors: 0,
  skipped: 0,
  notApplicable: 0,
  total: 4,
  ...more,
});
