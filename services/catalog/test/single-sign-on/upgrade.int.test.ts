import { beforeMigration } from '../support/upgrade.ts';

test('an installation that was there before knows its first organization, and trusts the address of whoever made it alone', () =>
  beforeMigration('0007', async (pool, upgrade) => {
    await pool.query(
      `insert into users (id, email, name) values ('usr_1', 'ada@acme.example', 'Ada'), ('usr_2', 'bob@acme.example', 'Bob')`,
    );
    await pool.query(
      `insert into organizations (id, name, created_by, created_at) values ('org_2', 'Second', 'usr_2', now()), ('org_1', 'First', 'usr_1', now() - interval '1 day')`,
    );
    await upgrade();
    const { rows } = await pool.query(
      'select first_organization_id, array(select id from users where address_proven) as proven from installation',
    );
    expect(rows).toEqual([{ first_organization_id: 'org_1', proven: ['usr_1'] }]);
  }));
