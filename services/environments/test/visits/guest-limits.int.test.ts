import { Problem } from '@assay/contract/problem';
import { newId } from '@assay/kit/id';
import { sql, transaction } from '@assay/kit/postgres/db';
import { admit } from '../../src/actions/visits/admit-turn.ts';
import type { GuestLimits } from '../../src/domain/visits/guest-limits.ts';
import { addSpending } from '../../src/store/visits/guest-counts.ts';
import { startTestEnvironments, type TestEnvironments } from '../support/start.ts';
import { storedStudy } from './visit-fixture.ts';

let service: TestEnvironments;
beforeAll(async () => {
  service = await startTestEnvironments();
});
afterAll(() => service.stop());

/** A study with `count` visitors. */
async function studyOf(count: number, changes: Partial<GuestLimits>) {
  const { studyId } = await storedStudy(service.pool, { changes });
  const visitorIds = Array.from({ length: count }, () => newId('visitor'));
  await service.pool.query(sql`
    insert into visitors (id, study_id, token_hash, access_version, consented_at)
    select id, ${studyId}, sha256(id::bytea), 1, now() from unnest(${visitorIds}::text[]) as id`);
  return { studyId, visitorIds };
}

/** Begins a turn of the visitor as a message does: admitted, or the limit of the refusal. */
const begin = (studyId: string, visitorId: string, isOpen = false): Promise<string> =>
  transaction(service.pool, async (tx) => {
    await admit(tx, { studyId, visitorId });
    if (isOpen)
      await tx.query(sql`
        insert into chat_sessions (id, organization_id, project_id, origin, study_id, visitor_id, settings, spec, open_turn_id)
        values (${newId('chat')}, 'org_1', 'prj_1', 'study', ${studyId}, ${visitorId}, '{}', '{}', ${newId('turn')})`);
    return 'admitted';
  }).catch((error: unknown) => {
    if (error instanceof Problem)
      return JSON.stringify(error.details?.limit ?? error.details?.reason ?? error.code).replaceAll('"', '');
    throw error;
  });

const tally = (outcomes: string[]) =>
  Object.fromEntries([...Map.groupBy(outcomes, (each) => each)].map(([name, { length }]) => [name, length]));

test("1,000 visitors at once begin exactly the study's turns of the day", async () => {
  const { studyId, visitorIds } = await studyOf(1_000, { dailyTurnCap: 37 });
  const outcomes = await Promise.all(visitorIds.map((visitorId) => begin(studyId, visitorId)));
  expect(tally(outcomes)).toEqual({ admitted: 37, studyTurns: 963 });
  const { rows } = await service.pool.query<object>(sql`select turns from study_days where study_id = ${studyId}`);
  expect(rows).toEqual([{ turns: 37 }]);
});

test('one visitor who sends many messages at once begins exactly the turns of one visitor', async () => {
  const { studyId, visitorIds } = await studyOf(2, { dailyVisitorTurnCap: 5 });
  const outcomes = await Promise.all(Array.from({ length: 30 }, () => begin(studyId, visitorIds[0]!)));
  expect(tally(outcomes)).toEqual({ admitted: 5, visitorTurns: 25 });
  expect(await begin(studyId, visitorIds[1]!)).toBe('admitted');
});

test('open turns count as spent until their costs are known', async () => {
  const { studyId, visitorIds } = await studyOf(20, { dailyCreditCap: 0.2 });
  const outcomes = await Promise.all(visitorIds.map((visitorId) => begin(studyId, visitorId, true)));
  expect(tally(outcomes)).toEqual({ admitted: 4, studySpending: 16 });
  await service.pool.query(sql`update chat_sessions set open_turn_id = null where study_id = ${studyId}`);
  await transaction(service.pool, (tx) => addSpending(tx, studyId, 'turn_1', 199_999));
  expect(await begin(studyId, visitorIds[0]!)).toBe('admitted');
  await transaction(service.pool, (tx) => addSpending(tx, studyId, 'turn_1', 1));
  expect(await begin(studyId, visitorIds[0]!)).toBe('studySpending');
});

test.each<[string, Partial<GuestLimits>, string]>([
  ['that is paused', { enabled: false }, 'STUDY_PAUSED'],
  ['without money', { dailyCreditCap: 0 }, 'studySpending'],
  ['without turns', { dailyTurnCap: 0 }, 'studyTurns'],
  ['without turns for a visitor', { dailyVisitorTurnCap: 0 }, 'visitorTurns'],
  [
    'without limits of turns',
    { dailyTurnCap: undefined as never, dailyVisitorTurnCap: undefined as never },
    'admitted',
  ],
])('a study %s: %p begins as %p', async (_, changes, outcome) => {
  const { studyId, visitorIds } = await studyOf(1, changes);
  expect(await begin(studyId, visitorIds[0]!)).toBe(outcome);
});

test('a refused turn is counted nowhere, and the counts begin anew with the day', async () => {
  const { studyId, visitorIds } = await studyOf(1, { dailyTurnCap: 1, dailyVisitorTurnCap: 1 });
  const [visitorId] = visitorIds as [string];
  expect(await begin(studyId, visitorId)).toBe('admitted');
  expect(await begin(studyId, visitorId)).toBe('visitorTurns');
  await service.pool.query(sql`update study_days set day = day - 1 where study_id = ${studyId}`);
  await service.pool.query(sql`update visitors set turns_day = turns_day - 1 where study_id = ${studyId}`);
  expect(await begin(studyId, visitorId)).toBe('admitted');
});

test('a visit that is over begins no turn', async () => {
  const { studyId, visitorIds } = await studyOf(1, {});
  await service.pool.query(sql`update studies set access_version = 2 where id = ${studyId}`);
  expect(await begin(studyId, visitorIds[0]!)).toBe('UNAUTHORIZED');
});
