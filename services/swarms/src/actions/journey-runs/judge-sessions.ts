import { JudgeOpinion } from '@assay/contract/areas/judges/work';
import { open } from '@assay/contract/schema';
import { newId } from '@assay/kit/id';
import { checkedDocument } from '@assay/kit/json/parse';
import type { Tx } from '@assay/kit/postgres/db';
import type { WorkEnd } from '@assay/work/queue/queued-work';
import { enqueueWork } from '@assay/work/queue/work-queue';
import { gradeByOpinion } from '../../domain/journey-runs/graded-session.ts';
import type { StoredRun } from '../../domain/journey-runs/run.ts';
import { changedFacts, type StoredSession } from '../../domain/journey-runs/session.ts';
import { retallied } from '../../domain/journey-runs/tally.ts';
import { windowOfWave } from '../../domain/findings/finding.ts';
import { criterionSignals } from '../../domain/findings/session-signals.ts';
import { lockRunsOfJudges } from '../../store/journey-runs/journey-runs.ts';
import { listSessionsOfJudges, saveSessions, setJudges } from '../../store/journey-runs/sessions.ts';
import { concludeRuns, type CountedRun } from './conclude-runs.ts';
import { keptCriteria } from './kept-words.ts';
import { noteRunSignals, type RunSignals } from './note-run-signals.ts';
import { withdrawSettled } from './withdraw-sessions.ts';

/** The kind of work items that judge sessions. */
export const JUDGE_SESSION_KIND = 'judge-session';
/** The time that a judge gets for one session, in milliseconds. */
const JUDGE_MS = 3 * 60_000;
const NOTHING = Buffer.alloc(0);

/** Has a judge grade the goals of sessions that wait for it; the tasks are made when the items are leased. */
export async function enqueueJudges(tx: Tx, run: StoredRun, sessions: readonly StoredSession[]): Promise<void> {
  const judges = sessions
    .filter(({ grading }) => grading === 'queued')
    .map(({ id }) => ({ sessionId: id, judgeId: newId('job') }));
  if (judges.length === 0) return;
  await setJudges(tx, judges);
  await enqueueWork(
    tx,
    ...judges.map(({ judgeId }) => ({
      id: judgeId,
      kind: JUDGE_SESSION_KIND,
      projectId: run.projectId,
      organizationId: run.organizationId,
      group: run.id,
      task: NOTHING,
      timeoutMs: JUDGE_MS,
    })),
  );
}

/** Writes what judges said, or that they said nothing. */
export async function settleJudges(tx: Tx, ends: WorkEnd[]): Promise<void> {
  const ids = ends.map(({ id }) => id);
  const runs = await lockRunsOfJudges(tx, ids);
  const sessions = (await listSessionsOfJudges(tx, ids)).filter(
    ({ grading }) => grading === 'queued' || grading === 'running',
  );
  const byId = new Map(ends.map((end) => [end.id, end]));
  const counted: CountedRun[] = [];
  const shown: RunSignals[] = [];
  for (const run of runs) {
    const before = sessions.filter(({ runId }) => runId === run.id);
    const after = before.map(({ judgeId, ...session }) => gradedSession(session, byId.get(judgeId)!));
    await saveSessions(tx, after);
    const changes = before.map((each, i) => changedFacts({ before: each, after: after[i]! }));
    counted.push(await withdrawSettled(tx, { ...run, tally: retallied(run.tally, changes) }));
    const signals = after.map((session) => ({
      sessionId: session.id,
      ...windowOfWave(run.projectId, run.waveId),
      signals: criterionSignals(run.journeyId, run.spec.rubric, session.criteria, session.turnCount),
    }));
    shown.push({ run, signals, measures: [] });
  }
  await concludeRuns(tx, counted);
  await noteRunSignals(tx, shown);
}

function gradedSession(session: StoredSession, { result }: WorkEnd): StoredSession {
  const opinion = 'error' in result ? undefined : readOpinion(result.output);
  const why = 'error' in result ? `The judge failed: ${result.error.message}` : 'The judge did not decide it.';
  const criteria = gradeByOpinion(session.criteria, opinion, why);
  return { ...session, grading: 'settled', criteria: keptCriteria(criteria) };
}

/** The part of an opinion that grades goals. */
const GoalOpinion = open({ criteria: JudgeOpinion.properties.criteria });
const checkedOpinion = checkedDocument(GoalOpinion);

function readOpinion(output: Buffer): Pick<JudgeOpinion, 'criteria'> | undefined {
  try {
    return checkedOpinion(JSON.parse(output.toString()) as object);
  } catch {
    return undefined;
  }
}
