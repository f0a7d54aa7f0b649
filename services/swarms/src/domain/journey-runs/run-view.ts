import { hash } from 'node:crypto';
import { JourneyRun } from '@assay/contract/areas/journey-runs/documents';
import { given } from '@assay/contract/given';
import { reportOf, settledEarly, totalOf, verdictSummaryOf } from './run-report.ts';
import type { DecidedRun, StoredRun } from './run.ts';
import type { RunTarget } from './run-spec.ts';
import type { StoredSession } from './session.ts';
import { ofTarget, type Tally } from './tally.ts';
import { insightsOfRun } from '../wave-insights/insights-of-run.ts';

type Summary = JourneyRun['summary'];

/** The counts of sessions that are over, by how they ended; of one target, or of all. */
function countsOf(tally: Tally, total: number, targetIndex?: number): Summary {
  const of = (lifecycle: string) =>
    tally[targetIndex === undefined ? `lifecycle/${lifecycle}` : ofTarget(targetIndex, `lifecycle/${lifecycle}`)] ?? 0;
  const early = settledEarly(tally, targetIndex);
  return {
    total,
    succeeded: of('ran'),
    failed: of('broke') + of('withdrawn') - early,
    rateLimited: of('limited'),
    ...(early > 0 && { settledEarly: early }),
  };
}

export const summaryOf = ({ spec, tally }: Pick<StoredRun, 'spec' | 'tally'>): Summary =>
  countsOf(tally, totalOf(spec));

const shownTarget = ({
  targetId,
  hostId,
  hostName,
  environment,
  modelId,
}: RunTarget): JourneyRun['targets'][number] => ({
  hostId,
  hostName,
  targetId,
  modelId,
  ...given({
    environmentId: environment?.id,
    environmentName: environment?.name,
    environmentRevision: environment?.revision,
  }),
});

/** A run as lists show it. */
export function toJourneyRun(run: StoredRun | DecidedRun): JourneyRun {
  const { id, projectId, journeyId, waveId, status, isCanceled, isStale, error, spec, endedAt } = run;
  const { persona } = spec;
  return {
    id,
    projectId,
    journeyId,
    waveId,
    status,
    canceled: isCanceled,
    stale: isStale,
    ...(error !== null && { error }),
    summary: summaryOf(run),
    targets: spec.targets.map(shownTarget),
    persona: { personaId: persona.id, name: persona.name, role: persona.role },
    verdictSummary: verdictSummaryOf(run, run.lastHeartbeatAt.getTime()),
    createdAt: run.createdAt.getTime(),
    lastHeartbeatAt: run.lastHeartbeatAt.getTime(),
    ...given({ endedAt: endedAt?.getTime() }),
  };
}

/** The part of a session that the read of its run shows. */
export type ShownAttempt = Pick<
  StoredSession,
  'id' | 'targetIndex' | 'sessionIndex' | 'status' | 'errorCode' | 'errorMessage'
>;

/** Sessions that the read of one run shows. */
export const SHOWN_ATTEMPTS = 50;

/** A run with its first sessions. */
export type ShownRun = StoredRun & { attempts: ShownAttempt[] };

/** Of the documents that `toJourneyRunDetail` makes: one in another form was stored by another version. */
export const SHOWN_FORM = hash('sha256', JSON.stringify(JourneyRun), 'base64');

/** A run as it is read alone, with its first sessions. */
export function toJourneyRunDetail({ attempts, ...run }: ShownRun): JourneyRun {
  const { spec, tally } = run;
  return {
    ...toJourneyRun(run),
    attempts: attempts.map(({ id, targetIndex, sessionIndex, status, errorCode, errorMessage }) => ({
      chatSessionId: id,
      hostId: spec.targets[targetIndex]!.hostId,
      targetId: spec.targets[targetIndex]!.targetId,
      sessionIndex,
      status,
      errorCode,
      errorMessage,
    })),
    ...(totalOf(spec) > attempts.length && { attemptsTruncated: true as const }),
    targetSummaries: spec.targets.map(({ hostId, targetId }, i) => ({
      hostId,
      targetId,
      ...countsOf(tally, spec.sessionsPerTarget, i),
    })),
    usage: { assistant: usageOf(tally, 'assistant'), persona: usageOf(tally, 'persona') },
    report: reportOf(run),
    insights: insightsOfRun(run),
  };
}

function usageOf(tally: Tally, side: 'assistant' | 'persona'): NonNullable<JourneyRun['usage']>['assistant'] {
  const of = (name: string) => tally[`usage/${side}/${name}`] ?? 0;
  return {
    inputTokens: of('inputTokens'),
    outputTokens: of('outputTokens'),
    costUsd: of('costMicros') / 1e6,
    unpricedSessions: of('unpriced'),
  };
}
