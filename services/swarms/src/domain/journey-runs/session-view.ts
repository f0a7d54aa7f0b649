import type { JourneyRunSession } from '@assay/contract/areas/journey-runs/documents';
import { given } from '@assay/contract/given';
import type { StoredRun } from './run.ts';
import { verdictOf } from './session-verdict.ts';
import type { SessionCriterion, StoredSession } from './session.ts';

/** A session as lists show it. */
export function toRunSession(run: StoredRun, session: StoredSession): JourneyRunSession {
  const { spec } = run;
  const target = spec.targets[session.targetIndex]!;
  const { verdict, reason } = verdictOf(session);
  return {
    id: session.id,
    chatSessionId: session.id,
    projectId: session.projectId,
    hostId: target.hostId,
    targetId: target.targetId,
    sessionIndex: session.sessionIndex,
    seed: session.seed,
    runId: run.id,
    journeyId: run.journeyId,
    personaId: spec.persona.id,
    personaLabel: spec.persona.name,
    status: 'active',
    outcome: session.status,
    lifecycle: session.lifecycle,
    ...(session.lifecycle === 'ran' && session.endReason && { endReason: session.endReason }),
    gradingState: session.grading,
    verdict,
    verdictReason: reason,
    ...given({ errorCode: session.errorCode ?? undefined, errorMessage: session.errorMessage ?? undefined }),
    readiness: null,
    goalScore: goalScoreOf(session.criteria),
    turnCount: session.turnCount,
    messageCount: session.messageCount,
    ...(session.preview !== '' && { preview: session.preview }),
    modelId: target.modelId,
    ...(session.usage && { usage: session.usage }),
    startedAt: session.startedAt?.getTime() ?? null,
    lastActivityAt: session.lastActivityAt?.getTime() ?? null,
  };
}

/** A session as it is read alone, with its criteria. */
export const toRunSessionDetail = (run: StoredRun, session: StoredSession): JourneyRunSession => ({
  ...toRunSession(run, session),
  criteria: session.criteria.map((criterion) => ({
    ...criterion,
    label: run.spec.rubric?.criteria.find(({ id }) => id === criterion.id)?.label ?? criterion.id,
  })),
});

function goalScoreOf(criteria: readonly SessionCriterion[]): number | null {
  const judged = criteria.filter(({ kind, status }) => kind === 'goal' && (status === 'passed' || status === 'failed'));
  return judged.length === 0 ? null : judged.filter(({ status }) => status === 'passed').length / judged.length;
}
