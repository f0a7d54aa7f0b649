import { listStoredServers } from '../../src/store/servers/servers.ts';
import { beforeMigration } from '../support/upgrade.ts';

test('names of servers that were saved before are brought to the form of names where that is free, and all are found by the name that was written', () =>
  beforeMigration('0011', async (pool, upgrade) => {
    const saved: Record<string, [project: string, name: string]> = {
      srv_1: ['prj_1', 'plain'],
      srv_2: ['prj_1', 'cafe\u0301'],
      srv_3: ['prj_1', '\u3000 prod\u00a0'],
      srv_4: ['prj_1', 'na\u00efve'],
      srv_5: ['prj_1', 'nai\u0308ve'],
      srv_6: ['prj_1', ' '],
      srv_7: ['prj_1', 'a '],
      srv_8: ['prj_1', ' a'],
      srv_9: ['prj_2', 'a '],
    };
    await pool.query(`insert into organizations (id, name) values ('org_1', 'Acme')`);
    for (const id of ['prj_1', 'prj_2'])
      await pool.query(`insert into projects (id, organization_id, name) values ($1, 'org_1', $1)`, [id]);
    for (const [id, [project, name]] of Object.entries(saved)) {
      await pool.query(
        `insert into servers (id, project_id, name, enabled, transport, body, has_client_secret) values ($1, $2, $3, true, 'http', '{}', false)`,
        [id, project, name],
      );
    }
    await upgrade();
    const { rows } = await pool.query<{ id: string; name: string }>('select id, name from servers order by id');
    expect(rows.map(({ name }) => name)).toEqual([
      'plain',
      'caf\u00e9',
      'prod',
      'na\u00efve',
      'nai\u0308ve',
      ' ',
      'a ',
      ' a',
      'a',
    ]);
    const found = await listStoredServers(pool, 'prj_1', ['cafe\u0301', ' prod', 'nai\u0308ve', 'srv_8'], true);
    expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(['srv_2', 'srv_3', 'srv_5', 'srv_8']));
    expect(await listStoredServers(pool, 'prj_1', [' prod'])).toEqual([]);
  }));
