import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@assay/kit/postgres/migrate';
import { purgeSome } from '@assay/kit/postgres/purge';
import { testDatabase } from '@assay/testkit/database/database';
import { purgeSteps } from '../../src/background/purging.ts';
import { migrations } from '../support/start.ts';

test('calls of models that were made for projects which went before an upgrade forget those, and no others do', async () => {
  const [events, all] = migrations as [string, string];
  const before = await mkdtemp(join(tmpdir(), 'migrations-'));
  for (const name of (await readdir(all)).filter((each) => each < '0012'))
    await copyFile(join(all, name), join(before, name));
  const database = await testDatabase({ folders: [events, before] });
  const { pool } = database;
  try {
    await pool.query(
      `insert into organizations (id, name) values ('org', 'Acme'); insert into projects (id, organization_id, name) values ('prj_kept', 'org', 'Kept')`,
    );
    await pool.query(`insert into model_calls (id, organization_id, project_id, suite_id, run_id, key_id, model, purpose, state, reserved_input_tokens, reserved_output_tokens, input_tokens, output_tokens, cached_input_tokens, created_at)
      select 'call_' || i, 'org', (array['prj_gone', 'prj_kept', 'prj_lost'])[1 + i % 3], 's', 'r', 'k', 'm', 'turn', 'settled', 1, 1, 1, 1, 0, now() from generate_series(1, 30) i`);
    await migrate(pool, migrations);
    while (await purgeSome(pool, purgeSteps));
    const { rows } = await pool.query(
      'select project_id, count(*)::int as calls from model_calls group by 1 order by 1',
    );
    expect(rows).toEqual([
      { project_id: '', calls: 20 },
      { project_id: 'prj_kept', calls: 10 },
    ]);
  } finally {
    await database.drop();
    await rm(before, { recursive: true });
  }
});
