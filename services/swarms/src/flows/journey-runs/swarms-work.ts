import { SESSION_KIND, turnsBefore } from '@assay/contract/areas/journey-runs/session-kind';
import type { SessionTask, SessionTurn } from '@assay/contract/areas/journey-runs/session-work';
import { JOURNEY_DRAFTS_KIND } from '@assay/contract/areas/journeys/drafting-kind';
import type { JudgeTask } from '@assay/contract/areas/judges/work';
import { assertionRowOf } from '@assay/grading/assertions/evaluate';
import { evidenceHash, judgedEvidence } from '@assay/grading/judging/judged-evidence';
import { PROMPT_VERSION } from '@assay/grading/judging/judge-version';
import type { Db, Pool } from '@assay/kit/postgres/db';
import type { Channel } from '@assay/kit/rpc/client';
import { unzipJson } from '@assay/transcripts/gzip';
import { storedPart } from '@assay/transcripts/stored-part';
import type { TracePart } from '@assay/transcripts/trace-parts';
import { queuedWork, type QueuedKind } from '@assay/work/queue/queued-work';
import type { WorkProvider } from '@assay/work/service/work-service';
import { settleGenerations } from '../../actions/generations/settle-generation.ts';
import { beginSessions } from '../../actions/journey-runs/begin-sessions.ts';
import { JUDGE_SESSION_KIND, settleJudges } from '../../actions/journey-runs/judge-sessions.ts';
import { settleSessions } from '../../actions/journey-runs/settle-sessions.ts';
import { EXPLAIN_WAVE_KIND, settleWaveExplanation } from '../../actions/wave-insights/wave-insights.ts';
import type { Deps } from '../../deps.ts';
import { transcriptOf } from '../../domain/journey-runs/graded-session.ts';
import type { StoredRun } from '../../domain/journey-runs/run.ts';
import type { StoredSession } from '../../domain/journey-runs/session.ts';
import {
  listRunSecrets,
  listRunsById,
  noteHeartbeat,
  noteTurns,
  type RunSecrets,
} from '../../store/journey-runs/journey-runs.ts';
import { insertAttemptParts } from '../../store/journey-runs/session-attempts.ts';
import { listTurns } from '../../store/journey-runs/session-turns.ts';
import { listSessionsOfJudges } from '../../store/journey-runs/sessions.ts';
import { noteEarlierUsage } from './earlier-usage.ts';
import { accessContext } from './launch.ts';

/** Calls of the assistant's model in a turn at most. */
const MAX_STEPS = 20;
/** More turns than a session may have. */
const ALL_TURNS = 1_000;

/** The work source of this service: sessions of journey runs, judgements about their goals, explanations of findings, and drafts. */
export const swarmsWork = ({ pool, wakeUp, catalog }: Pick<Deps, 'pool' | 'wakeUp' | 'catalog'>): WorkProvider => ({
  sources: [
    queuedWork(pool, {
      [SESSION_KIND]: sessionKind(pool, catalog),
      [JUDGE_SESSION_KIND]: { settle: settleJudges, tasks: judgeTasks },
      [EXPLAIN_WAVE_KIND]: { settle: settleWaveExplanation },
      [JOURNEY_DRAFTS_KIND]: { settle: settleGenerations },
    }),
  ],
  wakeUp,
});

/** Work of kind `session`: the task is made when a runner leases the item. */
const sessionKind = (pool: Pool, catalog: Channel): QueuedKind => ({
  prepare: (db, ends) => noteEarlierUsage(db, catalog, ends),
  settle: settleSessions,

  progress: async (db, phases) => {
    await noteHeartbeat(
      db,
      phases.map(({ id }) => id),
    );
    const told = phases.map(({ id, phase }) => ({ attemptId: id, turns: turnsBefore(phase) }));
    await noteTurns(
      db,
      told.filter(({ turns }) => turns > 0),
    );
  },

  recorded: async (db, parts) => {
    const stored: TracePart[] = [];
    for (const { id, fence, index, body } of parts)
      stored.push({ ownerId: id, fence, part: index, ...(await storedPart(body)) });
    await insertAttemptParts(db, stored);
  },

  tasks: async (db, items) => {
    const begun = await beginSessions(pool, items);
    const secrets = await listRunSecrets(db, [...new Set(begun.map(({ run }) => run.id))]);
    return new Map(
      begun.map(({ session, run }) => [
        session.attemptId,
        Buffer.from(JSON.stringify(taskOf(run, session, secrets.get(run.id)!))),
      ]),
    );
  },
});

const accessOf = ({ id, sealedAccess }: RunSecrets) =>
  sealedAccess ? { access: { sealed: sealedAccess.toString('base64'), context: accessContext(id) } } : {};

function taskOf(run: StoredRun, session: StoredSession, secrets: RunSecrets): SessionTask {
  const { organizationId, projectId, keyId, spec } = run;
  const { name, role, notes } = spec.persona;
  return {
    version: 1,
    sessionId: session.id,
    runId: run.id,
    targetIndex: session.targetIndex,
    account: { organizationId, projectId, keyId },
    spec: { ...secrets.sessionSpecs[session.targetIndex]!, ...accessOf(secrets) },
    persona: { name, role, ...(notes !== null && { notes }), model: spec.personaModel },
    seed: session.seed,
    goal: spec.goal,
    maxTurns: spec.maxTurns,
    maxSteps: MAX_STEPS,
    needsInventory: (spec.rubric?.criteria ?? []).some(
      (criterion) =>
        criterion.kind === 'assertion' && assertionRowOf(criterion.assertion.type)?.readsInventory === true,
    ),
  };
}

/** The questions to judges: the goals of each session, with its transcript. */
const judgeTasks: NonNullable<QueuedKind['tasks']> = async (db, items) => {
  const sessions = await listSessionsOfJudges(
    db,
    items.map(({ id }) => id),
  );
  const runIds = [...new Set(sessions.map(({ runId }) => runId))];
  const [runs, secrets] = await Promise.all([listRunsById(db, runIds), listRunSecrets(db, runIds)]);
  const tasks = new Map<string, Buffer>();
  for (const session of sessions) {
    const run = runs.get(session.runId)!;
    const task = await judgeTaskOf(db, run, session, secrets.get(run.id)!);
    tasks.set(session.judgeId, Buffer.from(JSON.stringify(task)));
  }
  return tasks;
};

async function judgeTaskOf(db: Db, run: StoredRun, session: StoredSession, secrets: RunSecrets): Promise<JudgeTask> {
  const { organizationId, projectId, keyId, spec } = run;
  const turns: SessionTurn[] = [];
  for (const { body } of await listTurns(db, session.id, -1, ALL_TURNS)) turns.push(await unzipJson<SessionTurn>(body));
  const evidence = judgedEvidence(transcriptOf(turns));
  return {
    version: 1,
    iterationId: session.id,
    account: { organizationId, projectId, suiteId: '', runId: run.id, keyId },
    model: spec.judgeModel ?? '',
    ...accessOf(secrets),
    reference: { kind: 'prompts', text: spec.goal },
    criteria: (spec.rubric?.criteria ?? []).flatMap((criterion) =>
      criterion.kind === 'goal'
        ? [{ id: criterion.id, label: criterion.label, description: criterion.description }]
        : [],
    ),
    evidence,
    evidenceHash: evidenceHash(evidence),
    promptVersion: PROMPT_VERSION,
  };
}
