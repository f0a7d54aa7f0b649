import { randomUUID } from 'node:crypto';
import { amountOf, type PlainCounter } from '@assay/grading/measures/counters';
import type { TurnResult } from '@assay/contract/areas/chat-sessions/turn-work';
import { TurnOutput } from '@assay/mesh/gen/assay/v1/turns';
import { createLog } from '@assay/kit/log';
import { rows, sql, transaction, type Pool } from '@assay/kit/postgres/db';
import { testDatabase } from '@assay/testkit/database/database';
import { measureSessions } from '../../src/actions/study-analytics/measure-sessions.ts';
import { mineWeek } from '../../src/actions/study-analytics/mine-week.ts';
import { mineNext } from '../../src/background/measuring.ts';
import { listDueSessions, markMeasured } from '../../src/store/study-analytics/due-sessions.ts';
import { listFindings } from '@assay/findings/mining/stored-findings';
import { findCounters } from '../../src/store/study-analytics/study-counters.ts';
import { saveFeedback } from '../../src/store/visits/visit-feedback.ts';
import { settleTurns } from '../../src/actions/turns/settle-turn.ts';
import { endVisit } from '../../src/actions/visits/end-visit.ts';
import { storedVisit } from '../support/stored-visit.ts';
import { folders } from '../support/start.ts';
import { addTurn, failedCall, storedSession, storedStudy, storedVisitor, toolCall } from './stored-session.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let pool: Pool;
beforeAll(async () => {
  database = await testDatabase({ folders });
  pool = database.pool;
});
afterAll(() => database.drop());

const measureAll = async () => {
  while (await measureSessions(pool));
};
const mineAll = async () => {
  await measureAll();
  while (await mineWeek(pool, 0));
};
const amounts = async (studyId: string, ...names: PlainCounter[]) => {
  const counters = (await findCounters(pool, studyId, 'real')) ?? {};
  return names.map((name) => amountOf(counters, name));
};
const rate = (sessionId: string, rating: 'up' | 'down') => saveFeedback(pool, sessionId, { rating });

test('a turn counts when it ends, and only once', async () => {
  const study = await storedStudy(pool);
  const session = await storedSession(pool, study, { turns: [{ calls: [toolCall(), failedCall()] }], ended: null });
  await measureAll();
  await measureAll();
  const counted = ['sessions', 'endedSessions', 'turns', 'toolCalls', 'toolErrors', 'deadEnds', 'inputTokens'] as const;
  expect(await amounts(study, ...counted)).toEqual([1, 0, 1, 2, 1, 1, 10]);
  await addTurn(pool, session, { calls: [toolCall()] });
  await measureAll();
  expect(await amounts(study, ...counted)).toEqual([1, 0, 2, 3, 1, 1, 20]);
  await pool.query(
    sql`update chat_sessions set ended_at = now(), end_reason = 'left', version = version + 1 where id = ${session}`,
  );
  await measureAll();
  expect(await amounts(study, ...counted)).toEqual([1, 1, 2, 3, 1, 1, 20]);
});

test('a turn that waits is measured again once its calls were decided', async () => {
  const study = await storedStudy(pool);
  const call = toolCall();
  const pending = [{ toolCallId: call.id, toolName: 'search', serverId: 'srv_shop', serverName: 'shop', input: {} }];
  const session = await storedSession(pool, study, { turns: [{ status: 'waiting', pending }], ended: null });
  const counted = ['approvalsAsked', 'approvalsApproved', 'approvalsDeclined', 'completedTurns'] as const;
  await measureAll();
  expect(await amounts(study, ...counted)).toEqual([1, 0, 0, 0]);
  await pool.query(sql`
    with decided as (update turns set status = 'completed', ended_at = now(), reply = '{"finishReason":"stop","reply":"Then not."}',
        request = ${JSON.stringify({ decisions: [{ toolCallId: call.id, isApproved: false }] })} where session_id = ${session} returning id, session_id),
    called as (insert into chat_tool_calls (session_id, turn_id, position, body) select session_id, id, 0,
        ${JSON.stringify({ ...call, isError: true, error: { code: 'NOT_APPROVED', message: 'declined' } })} from decided)
    update chat_sessions set version = version + 1 where id = ${session}`);
  await measureAll();
  expect(await amounts(study, ...counted)).toEqual([1, 0, 1, 1]);
});

test('a reported turn is measured, then the end of its visit; erasing the visit takes both back', async () => {
  const study = await storedStudy(pool);
  const { visitorId, turnId } = await storedVisit(pool, study);
  const result: TurnResult = {
    version: 1,
    finishReason: 'stop',
    messages: [{ role: 'assistant', text: 'It is sold out.', calls: [] }],
    toolCalls: [toolCall(), failedCall()],
    pending: [],
    usage: { inputTokens: 20, outputTokens: 4, cachedInputTokens: 0, calls: 1 },
    offeredTools: 1,
    excludedTools: 0,
    startedAtMs: 0,
    durationMs: 5,
  };
  const output = TurnOutput.encode({
    result: Buffer.from(JSON.stringify(result)),
    parts: [],
    secrets: [],
    screenshots: [],
  }).finish();
  const end = {
    id: turnId,
    fence: randomUUID(),
    kind: 'turn',
    projectId: 'prj_1',
    result: { output: Buffer.from(output) },
  };
  await transaction(pool, (tx) => settleTurns(tx, [end]));
  await measureAll();
  const counted = ['turns', 'completedTurns', 'toolErrors', 'deadEnds', 'inputTokens', 'unpricedTurns'] as const;
  expect(await amounts(study, ...counted, 'abandonedSessions')).toEqual([1, 1, 1, 1, 20, 1, 0]);
  const leaving = {
    id: visitorId,
    userId: undefined,
    study: { id: study, organizationId: 'org_1', projectId: 'prj_1' },
  };
  await endVisit(pool, leaving, false);
  await measureAll();
  expect(await amounts(study, ...counted, 'abandonedSessions')).toEqual([1, 1, 1, 1, 20, 1, 1]);
  await endVisit(pool, leaving, true);
  await measureAll();
  expect(await findCounters(pool, study, 'real')).toBeUndefined();
});

test('feedback that comes late corrects the counters', async () => {
  const study = await storedStudy(pool);
  const session = await storedSession(pool, study);
  await measureAll();
  await rate(session, 'up');
  await measureAll();
  expect(await amounts(study, 'feedbackUp', 'feedbackDown', 'ratedSessions')).toEqual([1, 0, 1]);
  await rate(session, 'down');
  await measureAll();
  expect(await amounts(study, 'feedbackUp', 'feedbackDown', 'ratedSessions')).toEqual([0, 1, 1]);
});

test('feedback that is given while its session is measured is measured next', async () => {
  const study = await storedStudy(pool);
  const session = await storedSession(pool, study);
  await transaction(pool, async (tx) => {
    const due = await listDueSessions(tx, 100);
    await rate(session, 'up');
    await markMeasured(tx, due);
  });
  await measureAll();
  expect(await amounts(study, 'feedbackUp', 'sessions')).toEqual([1, 1]);
});

test('an erased session takes its share out of the counters', async () => {
  const study = await storedStudy(pool);
  const [kept, erased] = [await storedSession(pool, study), await storedSession(pool, study)];
  await measureAll();
  expect(await amounts(study, 'sessions', 'turns', 'visitors')).toEqual([2, 2, 2]);
  await pool.query(sql`delete from chat_sessions where id = ${erased}`);
  await measureAll();
  expect(await amounts(study, 'sessions', 'turns', 'visitors')).toEqual([1, 1, 1]);
  await pool.query(sql`delete from chat_sessions where id = ${kept}`);
  await measureAll();
  expect(await findCounters(pool, study, 'real')).toBeUndefined();
});

test('a visitor who comes back is one visitor', async () => {
  const study = await storedStudy(pool);
  const visitorId = await storedVisitor(pool, study);
  await storedSession(pool, study, { visitorId });
  await storedSession(pool, study, { visitorId });
  await storedSession(pool, study);
  await measureAll();
  expect(await amounts(study, 'sessions', 'visitors')).toEqual([3, 2]);
});

test('sessions that end at the same time are each counted once, however many replicas measure', async () => {
  const study = await storedStudy(pool);
  await Promise.all(
    Array.from({ length: 60 }, () => storedSession(pool, study, { turns: [{ calls: [failedCall()] }] })),
  );
  const replica = async () => {
    for (let i = 0; i < 12; i++) await measureSessions(pool);
  };
  await Promise.all([replica(), replica(), replica()]);
  await measureAll();
  expect(await amounts(study, 'sessions', 'endedSessions', 'toolErrors', 'abandonedSessions')).toEqual([
    60, 60, 60, 60,
  ]);
});

test('reads cost the same for any number of sessions: their counters do not grow', async () => {
  const study = await storedStudy(pool);
  const addSessions = async (count: number) => {
    for (let i = 0; i < count; i++)
      await storedSession(pool, study, { turns: [{ calls: [toolCall(), failedCall()] }] });
    await measureAll();
    const [row] = await rows<{ count: number }>(
      pool,
      sql`select count(*)::int as count from study_counters where study_id = ${study} and amount <> 0`,
    );
    return row!.count;
  };
  const few = await addSessions(2);
  expect(await addSessions(40)).toBe(few);
});

test('a session that the study closed is not abandoned', async () => {
  const study = await storedStudy(pool);
  await storedSession(pool, study, { turns: [{ answer: '' }], ended: 'narrowed' });
  await storedSession(pool, study, { turns: [{ answer: '' }], ended: 'idle' });
  await measureAll();
  expect(await amounts(study, 'deadEnds', 'endedSessions', 'leftSessions', 'abandonedSessions')).toEqual([2, 2, 1, 1]);
});

test('sessions of chat are not measured, and text that Postgres cannot read stops nothing', async () => {
  const study = await storedStudy(pool);
  await storedSession(pool, study, {
    turns: [{ question: '\0?', answer: 'half \ud83d', calls: [failedCall('\0 broke \ud83d')] }],
  });
  await pool.query(sql`
    insert into chat_sessions (id, organization_id, project_id, origin, settings, spec) values ('chat_1', 'org_1', 'prj_1', 'chat', '{}', '{}')`);
  await mineAll();
  expect(await amounts(study, 'sessions', 'toolErrors')).toEqual([1, 1]);
});

describe('findings', () => {
  const week = (n: number) => `2026-11-${String(2 + 7 * n).padStart(2, '0')}T10:00:00Z`;
  const addSessions = (study: string, count: number, createdAt: string, failing: number) =>
    Promise.all(
      Array.from({ length: count }, (_, i) =>
        storedSession(pool, study, {
          createdAt,
          turns: [{ calls: i < failing ? [failedCall(`row ${i} is locked`), toolCall()] : [toolCall()] }],
        }),
      ),
    );
  const findings = async (study: string) =>
    (await listFindings(pool, study, undefined, 50)).map(
      ({ dimension, detail, subject, status, occurrenceCount, firstWindowId, lastWindowId, evidence }) =>
        `${dimension} ${detail} ${subject.id} ${status} ${occurrenceCount} ${firstWindowId}..${lastWindowId} ${evidence.length}`,
    );

  test('follow the windows: new, recurring, resolved, regressed', async () => {
    const study = await storedStudy(pool);
    const told = async (failing: number, n: number) => {
      await addSessions(study, 6, week(n), failing);
      await mineAll();
      return findings(study);
    };
    expect(await told(1, 0)).toEqual([]);
    expect(await told(2, 1)).toEqual(['toolError serverData srv_shop/search new 2 2026-W46..2026-W46 3']);
    expect(await told(3, 2)).toEqual(['toolError serverData srv_shop/search recurring 5 2026-W46..2026-W47 5']);
    expect(await told(0, 3)).toEqual(['toolError serverData srv_shop/search resolved 5 2026-W46..2026-W47 5']);
  });

  test('a window is mined again when further sessions end, and the finding keeps its id', async () => {
    const study = await storedStudy(pool);
    await addSessions(study, 6, week(0), 2);
    await mineAll();
    const [before] = await listFindings(pool, study, undefined, 1);
    await addSessions(study, 6, week(0), 2);
    await mineAll();
    const [after] = await listFindings(pool, study, undefined, 1);
    expect(after).toMatchObject({ id: before!.id, status: 'new', occurrenceCount: 4 });
  });

  test('a week whose mining fails is tried again later, and holds up no other study', async () => {
    const [broken, sound] = [await storedStudy(pool), await storedStudy(pool)];
    await addSessions(broken, 6, week(0), 2);
    await mineAll();
    // Counts that cannot be read, in the week with which the next one is compared.
    await pool.query(sql`update study_windows set signals = '{}' where study_id = ${broken}`);
    await addSessions(broken, 6, week(1), 2);
    await addSessions(sound, 6, week(1), 2);
    await measureAll();
    await pool.query(sql`
      update study_windows set changed_at = now() - interval '1 day' where study_id = ${broken} and mined_at is null`);
    const lines: Record<string, unknown>[] = [];
    const log = createLog('test', 'info', { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) });
    const mineRest = async () => {
      while (await mineNext(pool, log, 0));
    };
    await mineRest();
    expect(await findings(sound)).toHaveLength(1);
    await mineRest();
    expect(lines).toEqual([
      expect.objectContaining({ level: 50, studyId: broken, weekId: '2026-W46', err: expect.anything() }),
    ]);

    await pool.query(sql`
      update study_windows set signals = '[]', mine_after = least(mine_after, now()) where study_id = ${broken}`);
    await mineRest();
    expect(await findings(broken)).toHaveLength(1);
    expect(lines).toHaveLength(1);
  });

  test('evidence names only sessions that exist', async () => {
    const study = await storedStudy(pool);
    await addSessions(study, 3, week(0), 3);
    await mineAll();
    await pool.query(sql`delete from chat_sessions where study_id = ${study}`);
    expect(await listFindings(pool, study, undefined, 1)).toMatchObject([{ evidence: [] }]);
  });
});
