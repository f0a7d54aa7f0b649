import { hash } from 'node:crypto';
import { canonical } from '@assay/contract/canonical';
import type { StepAssertion } from '@assay/contract/areas/cases/step';
import { remembered } from '../remembered.ts';
import type { Verdict } from './verdict.ts';

/** What a scorer speaks about: a whole trial, or one assert step in it. */
export type ScoreScope = { kind: 'trial' } | { kind: 'step'; stepId: string };

/** One scorer's result on one trial. Assertions score 1 or 0 and need 1 to pass. */
export interface ScoreResult {
  /** Names the scorer: the same assertion in the same place has the same id in every run. */
  scorerId: string;
  scorerVersion: string;
  /** Changes when anything about the scorer changes that can change a decision, such as its role. */
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

/** An assertion, whatever it has in place of a role. */
type Weighed = StepAssertion & { role?: unknown; severity?: unknown };

/** The role an assertion plays: only `advisory` keeps it from deciding, also when it is none that is known. */
export const assertionRoleOf = ({ role }: Weighed): 'gating' | 'advisory' =>
  role === 'advisory' ? 'advisory' : 'gating';

/** What an assertion is called: its type, or the kind of one about a live page. */
export const assertionNameOf = ({ kind, type = 'unknown' }: { kind?: string; type?: string }): string => kind ?? type;

/** What of an assertion tells it from others: all but its role. */
const contentOf = remembered((assertion: StepAssertion): string => {
  const { role: _, severity: __, ...content }: Weighed = assertion;
  return canonical(content);
});

/** The hash of an object with a `content` and other keys, which all come after it in the alphabet. */
const digest = (content: string, rest: object): string =>
  hash('sha256', `{"content":${content},${canonical(rest).slice(1)}`);

/** An assertion's verdict as a score. */
export function scoreOf(assertion: StepAssertion, scope: ScoreScope, verdict: Verdict): ScoreResult {
  const content = contentOf(assertion);
  const role = assertionRoleOf(assertion);
  const consequence = role === 'gating' ? 'fail' : 'ignore';
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
    ...outcome(verdict),
  };
}

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

/** Scorer ids are unique within a trial: the second of two equal assertions is told apart by its number. */
export function withUniqueIds(scores: readonly ScoreResult[]): ScoreResult[] {
  const seen = new Map<string, number>();
  return scores.map((score) => {
    const count = (seen.get(score.scorerId) ?? 0) + 1;
    seen.set(score.scorerId, count);
    return count === 1 ? score : { ...score, scorerId: `${score.scorerId}.${count}` };
  });
}
