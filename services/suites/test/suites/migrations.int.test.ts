import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@assay/kit/postgres/migrate';
import { testDatabase } from '@assay/testkit/database/database';
import { findCase } from '../../src/store/cases/cases.ts';
import { listRevisions } from '../../src/store/suites/revisions.ts';
import { findSuite } from '../../src/store/suites/suites.ts';
import { folders } from '../support/start.ts';

test('a suite that is older than revisions has its present state as one, and its cases have no declared id; its name takes the form of names where that is free', async () => {
  const first = await mkdtemp(join(tmpdir(), 'migrations-'));
  await cp(join(folders.at(-1)!, '0001_suites.sql'), join(first, '0001_suites.sql'));
  const database = await testDatabase({ folders: [...folders.slice(0, -1), first] });
  try {
    await database.pool.query(
      `insert into suites (id, project_id, name, revision, body) values ('suite_old', 'prj_1', 'old', 1, '{"serverIds":["srv_1"]}')`,
    );
    await database.pool.query(
      `insert into cases (id, suite_id, position, body) values ('case_old', 'suite_old', 0, '{"title":"old"}')`,
    );
    await database.pool.query(
      `insert into suites (id, project_id, name, revision, body) select 'suite_' || i, 'prj_1', name, 1, '{}' from unnest($1::text[]) with ordinality as given (name, i)`,
      [['cafe\u0301 ', 'a', ' a']],
    );
    await migrate(database.pool, folders);
    const { rows } = await database.pool.query<{ name: string }>(
      `select name from suites where id <> 'suite_old' order by id`,
    );
    expect(rows.map(({ name }) => name)).toEqual(['caf\u00e9', 'a', ' a']);
    expect(await findSuite(database.pool, 'prj_1', 'suite_old')).toMatchObject({ managedBy: 'app', revision: 1 });
    expect(await listRevisions(database.pool, 'suite_old', undefined, 10)).toMatchObject([
      { revision: 1, name: 'old', body: { serverIds: ['srv_1'] }, changed: [], createdBy: undefined },
    ]);
    const stored = await findCase(database.pool, 'prj_1', 'suite_old', 'case_old');
    expect([stored?.revision, stored && 'declaredId' in stored]).toEqual([1, false]);
  } finally {
    await database.drop();
    await rm(first, { recursive: true });
  }
});
