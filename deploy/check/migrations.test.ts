import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lintMigrations } from './migrations.ts';

const rules: [string, string, string | undefined][] = [
  ['an index on a table with rows', 'create index by_name on runs (name);', 'require-concurrent-index-creation'],
  ['a scan for nulls', 'alter table runs alter column name set not null;', 'adding-not-nullable-field'],
  ['a check of every row', `alter table runs add constraint named check (name <> '');`, 'constraint-missing-not-valid'],
  ['a check of new rows', `alter table runs add constraint named check (name <> '') not valid;`, undefined],
  ['another type', 'alter table runs alter column total type bigint;', 'changing-column-type'],
  ['a column that old inserts lack', 'alter table runs add column kind text not null;', 'adding-required-field'],
  ['a column with a constant', `alter table runs add column kind text not null default 'x';`, undefined],
  [
    'a default that rewrites the table',
    'alter table runs add column mark uuid default gen_random_uuid();',
    'adding-field-with-default',
  ],
  ['another name', 'alter table runs rename column name to title;', 'renaming-column'],
  ['an update of all rows', `update runs set name = 'x';`, 'rewrite-in-batches'],
  ['a deletion', 'delete from runs where name is null;', 'rewrite-in-batches'],
  ['an excused update', `-- lint-ignore rewrite-in-batches\nupdate settings set name = 'x';`, undefined],
  [
    'an excused index',
    '-- squawk-ignore require-concurrent-index-creation\ncreate index by_key on settings (key);',
    undefined,
  ],
  [
    'a new table and its index',
    'create table notes (id text primary key);\ncreate index by_id on notes (id);',
    undefined,
  ],
  ['a dropped column', 'alter table runs drop column name;', undefined],
];

const folder = await mkdtemp(join(tmpdir(), 'assay-lint-'));
const files = rules.map((_, i) => join(folder, `${i}.sql`));
await Promise.all(rules.map(([, text], i) => writeFile(files[i]!, `${text}\n`)));
const found = await lintMigrations(files);
await rm(folder, { recursive: true });

// Without a way to the registry there is no linter, and the step of the check is counted as skipped, too.
const withSquawk = found ? describe : describe.skip;
withSquawk('a migration', () => {
  test.each(rules.map(([name, , rule], i) => [name, rule ?? 'no rule', files[i]] as const))(
    'with %s is told by %s',
    (_, rule, place) => {
      const told = found!.filter(({ file }) => file === place).map((fault) => fault.rule);
      expect(told).toEqual(rule === 'no rule' ? [] : [rule]);
    },
  );
});

test('no migrations have no faults', async () => {
  expect(await lintMigrations([])).toEqual([]);
});
