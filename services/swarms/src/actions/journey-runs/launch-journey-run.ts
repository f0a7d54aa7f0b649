import { JourneyRunLaunched } from '@assay/mesh/events';
import { SESSION_KIND } from '@assay/contract/areas/journey-runs/session-kind';
import { conflict, notFound } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { publish } from '@assay/kit/events/outbox';
import { newId } from '@assay/kit/id';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { assertSameRequest } from '@assay/kit/requests/idempotency';
import { enqueueWork } from '@assay/work/queue/work-queue';
import type { StoredRun } from '../../domain/journey-runs/run.ts';
import { totalOf } from '../../domain/journey-runs/run-report.ts';
import { sessionSeed } from '../../domain/journey-runs/session-seed.ts';
import { refuseFullWave } from '../../domain/journey-runs/wave-limit.ts';
import { findRunByKey, insertRun, type NewRun } from '../../store/journey-runs/journey-runs.ts';
import { insertSessions, type NewSession } from '../../store/journey-runs/sessions.ts';
import { countRunsOfWave, touchWaves } from '../../store/journey-runs/waves.ts';
import { claimJourney } from '../../store/journeys/journeys.ts';
import { findPersona } from '../../store/personas/personas.ts';
import { refuseDeletedProject } from '../projects/admit-to-project.ts';

/** How long a session may take in all, in milliseconds. */
export const SESSION_MS = 30 * 60_000;

/**
 * Writes a run with its sessions, and gives these to runners. The journey's row is locked, so that simultaneous launches
 * with one key make one run.
 * @throws CONFLICT when the key made another run, the persona was archived, or the wave is full; NOT_FOUND when the journey
 * was archived.
 */
export const launchJourneyRun = (pool: Pool, wanted: NewRun): Promise<{ run: StoredRun; deduped: boolean }> =>
  transaction(pool, async (tx) => {
    const journey = await claimJourney(tx, wanted.projectId, wanted.journeyId);
    const earlier =
      wanted.idempotencyKey === null ? undefined : await findRunByKey(tx, wanted.journeyId, wanted.idempotencyKey);
    if (earlier) {
      assertSameRequest(earlier, wanted, { runId: earlier.id });
      return { run: earlier, deduped: true };
    }
    if (!journey) throw notFound('journey');
    const persona = await findPersona(tx, wanted.projectId, journey.personaId);
    if (persona?.isArchived !== false) throw conflict('The persona of the journey is archived.');
    await refuseDeletedProject(tx, wanted.projectId);
    await touchWaves(tx, [{ projectId: wanted.projectId, id: wanted.waveId }]);
    refuseFullWave(wanted.waveId, await countRunsOfWave(tx, wanted.projectId, wanted.waveId));
    const run = await insertRun(tx, wanted);
    await addSessions(tx, run);
    await publish(tx, JourneyRunLaunched, {
      runId: run.id,
      projectId: run.projectId,
      journeyId: run.journeyId,
      waveId: run.waveId,
      sessions: totalOf(run.spec),
      createdAtMs: run.createdAt.getTime(),
    });
    await audit(tx, {
      target: { journeyId: run.journeyId, runId: run.id },
      after: { waveId: run.waveId, sessions: totalOf(run.spec), targets: run.spec.targets },
    });
    return { run, deduped: false };
  });

/** Writes the sessions, and has them wait in turns of the targets: none waits behind all sessions of another one. */
async function addSessions(tx: Tx, run: StoredRun): Promise<void> {
  const { targets, sessionsPerTarget } = run.spec;
  // Runners take waiting items in the order of their ids.
  const attemptIds = Array.from({ length: totalOf(run.spec) }, () => newId('job')).sort();
  const sessions = attemptIds.map((attemptId, turn): NewSession => {
    const [targetIndex, sessionIndex] = [turn % targets.length, Math.floor(turn / targets.length)];
    return {
      id: newId('chat'),
      runId: run.id,
      projectId: run.projectId,
      position: targetIndex * sessionsPerTarget + sessionIndex,
      targetIndex,
      sessionIndex,
      seed: sessionSeed(run.journeyId, run.spec.persona.id, sessionIndex),
      attemptId,
    };
  });
  await insertSessions(tx, sessions);
  await enqueueSessions(tx, run, sessions);
}

const NOTHING = Buffer.alloc(0);

/** Gives tries of sessions to runners; their tasks are made when they are leased. */
export const enqueueSessions = (
  tx: Tx,
  { id: group, organizationId, projectId, spec }: Pick<StoredRun, 'id' | 'organizationId' | 'projectId' | 'spec'>,
  tries: readonly { attemptId: string; targetIndex: number }[],
): Promise<void> =>
  enqueueWork(
    tx,
    ...tries.map(({ attemptId, targetIndex }) => ({
      id: attemptId,
      kind: SESSION_KIND,
      projectId,
      organizationId,
      group,
      task: NOTHING,
      timeoutMs: SESSION_MS,
      labels: spec.targets[targetIndex]!.runnerLabels,
    })),
  );
