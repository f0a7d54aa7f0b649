import type { Static } from 'typebox';
import type {
  JourneyRun,
  JourneyRunSession,
  JourneySessionTurnPage,
} from '@assay/contract/areas/journey-runs/documents';
import { operations } from '@assay/contract/operations';
import type { RunFixture } from './run-fixture.ts';

/** A session as it is read over the API, with all of its turns. */
export interface ReadSession extends JourneyRunSession {
  turns: Static<typeof JourneySessionTurnPage>['items'];
}

/** Reads every session of a run with its turns, page by page. */
export async function readSessions({ swarms, project }: RunFixture, runId: string): Promise<ReadSession[]> {
  const found: ReadSession[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await swarms.call(operations.listJourneyRunSessions, { ...project, runId }, { limit: 5, cursor });
    for (const { id } of page.items) {
      const of = { ...project, runId, sessionId: id };
      const detail = await swarms.call(operations.getJourneyRunSession, of);
      const { items: turns } = await swarms.call(operations.listJourneySessionTurns, of);
      found.push({ ...detail, turns });
    }
    if ((cursor = page.nextCursor) === undefined) return found;
  }
}

/** The rubric that the count knows: no failed call (required), a tool that is called (advisory), and a goal for a judge. */
export const COUNTED_TOOL = 'weigh';
export const COUNTED_RUBRIC = {
  passThreshold: 0.5,
  criteria: [
    { id: 'clean', kind: 'assertion', assertion: { type: 'noToolErrors' } },
    {
      id: 'weighed',
      kind: 'assertion',
      role: 'advisory',
      assertion: { type: 'toolCalledAtLeastOnce', toolName: COUNTED_TOOL },
    },
    { id: 'told', kind: 'goal', label: 'Told', description: 'It tells the weight.' },
  ],
};

type Status = 'passed' | 'failed' | 'error';
type Exclusion = 'skipped' | 'cancelled' | 'timedOut' | 'setupFailed' | 'executionFailed' | 'evaluatorError';

const callsOf = ({ turns }: ReadSession) => turns.flatMap(({ toolCalls }) => toolCalls);
export const hasFailedCall = (session: ReadSession): boolean => callsOf(session).some(({ isError }) => isError);

/** How a conversation fared by each criterion; rules are read from its transcript, goals from its judge. */
const graded = (session: ReadSession): Record<'clean' | 'weighed' | 'told', Status> => ({
  clean: hasFailedCall(session) ? 'failed' : 'passed',
  weighed: callsOf(session).some(({ toolName }) => toolName === COUNTED_TOOL) ? 'passed' : 'failed',
  told: session.criteria!.find(({ id }) => id === 'told')!.status as Status,
});

function verdictOf(session: ReadSession): Status {
  const { clean, told } = graded(session);
  if (clean === 'failed' || told === 'failed') return 'failed';
  return told === 'error' ? 'error' : 'passed';
}

const BROKEN: Record<string, Exclusion> = { TIMEOUT: 'timedOut', SERVER_UNREACHABLE: 'setupFailed' };

function exclusionOf(session: ReadSession): Exclusion | undefined {
  if (session.lifecycle === 'limited') return 'skipped';
  if (session.lifecycle === 'withdrawn') return 'cancelled';
  if (session.lifecycle === 'broke') return BROKEN[session.errorCode!] ?? 'executionFailed';
  return verdictOf(session) === 'error' ? 'evaluatorError' : undefined;
}

/** The answer about a run with COUNTED_RUBRIC, whose sessions are over and judged, by a count of its sessions. */
export function handCount(runId: string, targetIds: readonly string[], sessions: readonly ReadSession[]) {
  const ran = sessions.filter(({ lifecycle }) => lifecycle === 'ran');
  const started = sessions.filter(({ startedAt }) => startedAt !== null);
  const ranAs = (status: Status) => ran.filter((session) => verdictOf(session) === status).length;
  const met = (id: 'clean' | 'weighed' | 'told', status: Status) =>
    ran.filter((session) => graded(session)[id] === status).length;
  const summary = (some: readonly ReadSession[]) => {
    const of = (...lifecycles: string[]) => some.filter(({ lifecycle }) => lifecycles.includes(lifecycle)).length;
    return { total: some.length, succeeded: of('ran'), failed: of('broke', 'withdrawn'), rateLimited: of('limited') };
  };
  const observation = (id: 'clean' | 'weighed', predicateType: string, role: string, stage: string) => {
    const [passed, failed] = [met(id, 'passed'), met(id, 'failed')];
    const unavailable = sessions.length - passed - failed;
    const counts = { total: sessions.length, passed, failed, pending: 0, unavailable };
    return { evaluatorId: id, predicateType, role, stage, unit: 'sessions', ...counts };
  };
  const scored = (id: 'clean' | 'weighed' | 'told', label: string, kind: string) => {
    const counts = { passCount: met(id, 'passed'), failCount: met(id, 'failed'), failedGradingCount: met(id, 'error') };
    return { id, label, kind, pendingCount: 0, ...counts };
  };
  const decision = decided(targetIds, sessions);
  const observations = [
    observation('clean', 'noToolErrors', 'required', 'response'),
    observation('weighed', 'toolCalledAtLeastOnce', 'advisory', 'selection'),
  ];
  return {
    summary: summary(sessions),
    targetSummaries: targetIds.map((targetId) => summary(sessions.filter((each) => each.targetId === targetId))),
    usage: {
      assistant: usageOf(sessions, 'assistant'),
      persona: usageOf(sessions, 'persona'),
    },
    report: {
      contractVersion: 1,
      runId,
      verdict: decision.verdict,
      verdictSource: 'policyV2',
      execution: {
        unit: 'sessions',
        configured: sessions.length,
        reported: sessions.length,
        started: started.length,
        notStarted: sessions.length - started.length,
        unknown: sessions.filter(({ errorCode }) => errorCode === 'RUNNER_LOST').length,
        completed: ran.length,
        interrupted: started.filter(({ lifecycle }) => lifecycle !== 'ran').length,
        neverLaunched: false,
      },
      goalGrading: {
        unit: 'sessions',
        reported: ran.length,
        passed: ranAs('passed'),
        failed: ranAs('failed'),
        pending: 0,
        unavailable: ranAs('error'),
        notRequested: 0,
        waitingForDecisiveGrading: 0,
      },
      observations,
      decision,
      intervals: {
        confidence: 0.95,
        completionRate: wilson(decision.validity.completionRate),
        evaluatorErrorRate: wilson(decision.validity.evaluatorErrorRate),
        cases: decision.cases.map(({ caseId, passRate, completionRate, observedStability }) => ({
          caseId,
          passRate: wilson(passRate),
          completionRate: wilson(completionRate),
          observedStability: wilson(observedStability),
        })),
        observations: observations.map(({ evaluatorId, passed, failed }) => ({
          evaluatorId,
          passRate: wilson({ numerator: passed, denominator: passed + failed }),
        })),
      },
    },
    scorecard: {
      runId,
      criteria: [
        scored('clean', 'noToolErrors', 'assertion'),
        scored('weighed', 'toolCalledAtLeastOnce weigh', 'assertion'),
        scored('told', 'Told', 'goal'),
      ],
      sessionsTotal: sessions.length,
      sessionsGraded: ran.filter((session) => graded(session).told !== 'error').length,
    },
  };
}

function usageOf(
  sessions: readonly ReadSession[],
  side: 'assistant' | 'persona',
): NonNullable<JourneyRun['usage']>['assistant'] {
  const used = sessions.flatMap(({ usage }) => usage?.[side] ?? []);
  const sum = (of: (each: (typeof used)[number]) => number) => used.reduce((total, each) => total + of(each), 0);
  return {
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    costUsd: sum(({ costMicros = 0 }) => costMicros) / 1e6,
    unpricedSessions: used.filter(({ costMicros }) => costMicros === undefined).length,
  };
}

/** A rate with what it leaves out. */
const rate = (numerator: number, denominator: number, left: readonly Exclusion[]) => ({
  state: 'measured',
  value: numerator / denominator,
  numerator,
  denominator,
  exclusions: Object.fromEntries([...Map.groupBy(left, (each) => each)].map(([reason, all]) => [reason, all.length])),
});

/** The quantile of the normal distribution for 95 %. */
const Z = 1.959963984540054;

/** Wilson (1927). */
function wilson({ numerator, denominator: n }: { numerator: number; denominator: number }) {
  const [p, spread] = [numerator / n, Z ** 2 / n];
  const half = Z * Math.sqrt((p * (1 - p)) / n + spread / (4 * n));
  const at = (sign: 1 | -1) => (p + spread / 2 + sign * half) / (1 + spread);
  return { confidence: 0.95, lower: Math.max(0, at(-1)), upper: Math.min(1, at(1)) };
}

/** A document with its numbers to six places, so that two ways to compute them compare as equal. */
export const rounded = <T>(document: T): T =>
  JSON.parse(
    JSON.stringify(document, (_, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(6)) : value)),
  ) as T;

const isUntried = (exclusion: Exclusion): boolean => exclusion === 'skipped' || exclusion === 'cancelled';

function counted(sessions: readonly ReadSession[]) {
  const left = sessions.flatMap((session) => exclusionOf(session) ?? []);
  const untried = left.filter(isUntried);
  const attempted = sessions.length - untried.length;
  const completed = sessions.filter(({ lifecycle }) => lifecycle === 'ran').length;
  const errors = left.filter((each) => each === 'evaluatorError').length;
  const eligible = sessions.length - left.length;
  const passed = sessions.filter((each) => exclusionOf(each) === undefined && verdictOf(each) === 'passed').length;
  return { left, untried, attempted, completed, errors, eligible, passed };
}

function decided(targetIds: readonly string[], sessions: readonly ReadSession[]) {
  const all = counted(sessions);
  const cases = targetIds.map((caseId) => {
    const of = sessions.filter(({ targetId }) => targetId === caseId);
    const { left, untried, attempted, completed, eligible, passed } = counted(of);
    const isMet = passed / eligible >= COUNTED_RUBRIC.passThreshold;
    return {
      caseId,
      configuredTrials: of.length,
      attemptedTrials: attempted,
      eligibleTrials: eligible,
      passedTrials: passed,
      failedTrials: eligible - passed,
      effectivePassThreshold: COUNTED_RUBRIC.passThreshold,
      passRate: rate(passed, eligible, left),
      completionRate: rate(completed, attempted, untried),
      observedStability: rate(Math.max(passed, eligible - passed), eligible, left),
      mixedVerdict: passed > 0 && passed < eligible,
      verdict: isMet ? 'passed' : 'failed',
      reason: isMet ? 'casePassRateMetThreshold' : 'casePassRateBelowThreshold',
      executionVariant: { model: 'scripted/rules', provider: 'scripted' },
    };
  });
  const [completion, errors] = [
    rate(all.completed, all.attempted, all.untried),
    rate(all.errors, all.attempted, all.untried),
  ];
  const doubts = [
    ...(all.attempted < sessions.length ? ['configuredTrialsNotAttempted'] : []),
    ...(completion.value < 0.8 ? ['completionRateBelowMinimum'] : []),
    ...(errors.value > 0.1 ? ['evaluatorErrorRateAboveMaximum'] : []),
  ];
  const hasFailed = cases.some(({ verdict }) => verdict === 'failed');
  const reason = hasFailed ? 'casePassRateBelowThreshold' : 'allMeasuredCasesMetThreshold';
  return {
    verdictPolicyVersion: 2,
    verdict: doubts.length > 0 ? 'inconclusive' : hasFailed ? 'failed' : 'passed',
    reasons: doubts.length > 0 ? doubts : [reason],
    validity: {
      policy: {
        coverage: { kind: 'allConfiguredTrialsAttempted', minGradeableTrials: 1 },
        minCompletionRate: 0.8,
        maxEvaluatorErrorRate: 0.1,
      },
      holds: doubts.length === 0,
      configuredTrials: sessions.length,
      attemptedTrials: all.attempted,
      eligibleTrials: all.eligible,
      completionRate: completion,
      evaluatorErrorRate: errors,
    },
    cases,
  };
}
