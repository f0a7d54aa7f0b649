import { hash } from 'node:crypto';
import { canonicalJson } from '@assay/contract/canonical';
import type { StepAssertion } from '@assay/contract/areas/cases/step';
import { cachedByObject } from '../cached-by-object.ts';
import type { Verdict } from './verdict.ts';

/** The scope of a score: an iteration, or one assert step in it. */
export type ScoreScope = { kind: 'trial' } | { kind: 'step'; stepId: string };

/** One scorer's result on one iteration. Assertions score 1 or 0 and need 1 to pass. */
export interface ScoreResult {
  /** Identifies the scorer: the same assertion at the same place has the same id in every run. */
  scorerId: string;
  scorerVersion: string;
  /** Changes with every part of the scorer that can change a decision, such as its role. */
  definitionHash: string;
  status: 'scored' | 'error' | 'not_applicable';
  value?: number;
  passThreshold: number;
  passed?: boolean;
  rationale?: string;
  error?: string;
  deterministic: true;
  scope: ScoreScope;
}

const VERSION = '1';
const MAX_ERROR = 500;

/** An assertion with any value as its role. */
type Weighed = StepAssertion & { role?: unknown; severity?: unknown };

/** The role of an assertion: only `advisory` keeps it from deciding; an unknown role gates. */
export const assertionRoleOf = ({ role }: Weighed): 'gating' | 'advisory' =>
  role === 'advisory' ? 'advisory' : 'gating';

/** The display name of an assertion: its type, or the kind of an assertion about a live page. */
export const assertionNameOf = ({ kind, type = 'unknown' }: { kind?: string; type?: string }): string => kind ?? type;

/** The content of an assertion without its role, which identifies it. */
function contentOf(assertion: StepAssertion): string {
  const { role: _, severity: __, ...content }: Weighed = assertion;
  return canonicalJson(content);
}

/** The hash of an object with `content` and other keys. It is canonical: the keys of `rest` follow `content` in order. */
const digest = (content: string, rest: object): string =>
  hash('sha256', `{"content":${content},${JSON.stringify(rest).slice(1)}`);

/** The part of a score that does not depend on the iteration. */
type Scorer = Pick<
  ScoreResult,
  'scorerId' | 'scorerVersion' | 'definitionHash' | 'passThreshold' | 'deterministic' | 'scope'
>;

/** The scorers of an assertion by the id of their step, or undefined for the whole iteration: a case has many iterations. */
const scorersOf = cachedByObject((_assertion: StepAssertion) => new Map<string | undefined, Scorer>());

function scorerOf(assertion: StepAssertion, stepId: string | undefined): Scorer {
  const known = scorersOf(assertion);
  let scorer = known.get(stepId);
  if (!scorer) known.set(stepId, (scorer = newScorer(assertion, stepId)));
  return scorer;
}

function newScorer(assertion: StepAssertion, stepId: string | undefined): Scorer {
  const content = contentOf(assertion);
  const role = assertionRoleOf(assertion);
  const consequence = role === 'gating' ? 'fail' : 'ignore';
  const scope: ScoreScope = stepId === undefined ? { kind: 'trial' } : { kind: 'step', stepId };
  return {
    scorerId: `${assertionNameOf(assertion)}.${digest(content, { scope }).slice(0, 16)}`,
    scorerVersion: VERSION,
    definitionHash: digest(content, {
      onError: consequence,
      onSkipped: consequence,
      passThreshold: 1,
      role,
      scope,
      version: VERSION,
    }),
    passThreshold: 1,
    deterministic: true,
    scope,
  };
}

/** The score for an assertion's verdict on a step, or without one on the whole iteration. */
export const scoreOf = (assertion: StepAssertion, stepId: string | undefined, verdict: Verdict): ScoreResult => ({
  ...scorerOf(assertion, stepId),
  ...outcome(verdict),
});

function outcome({
  status,
  reason,
}: Verdict): Pick<ScoreResult, 'status' | 'value' | 'passed' | 'rationale' | 'error'> {
  if (status === 'error') return { status: 'error', error: reason.slice(0, MAX_ERROR) };
  if (status === 'not_applicable') return { status: 'not_applicable', rationale: reason };
  return {
    status: 'scored',
    value: status === 'passed' ? 1 : 0,
    passed: status === 'passed',
    rationale: reason,
  };
}

/** Makes scorer ids unique within an iteration: a second equal assertion gets a number. */
export function withUniqueIds(scores: readonly ScoreResult[]): ScoreResult[] {
  const seen = new Map<string, number>();
  return scores.map((score) => {
    const count = (seen.get(score.scorerId) ?? 0) + 1;
    seen.set(score.scorerId, count);
    return count === 1 ? score : { ...score, scorerId: `${score.scorerId}.${count}` };
  });
}
