import { readFile } from 'node:fs/promises';
import { serviceSchemas } from '@assay/database/schemas';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { printSchema } from './print-schema.ts';
import { renderSchemaFile } from './schema-file.ts';

const open: TestDatabase[] = [];
const empty = async (ddl = '') => {
  const database = await testDatabase({ folders: [] });
  open.push(database);
  await database.pool.query(`drop table migrations; ${ddl}`);
  return database.pool;
};
afterAll(() => Promise.all(open.map((database) => database.drop())));

test.each(serviceSchemas)('the schema.sql of $name equals the result of its migrations', async (schema) => {
  const { path, text } = await renderSchemaFile(schema);
  expect(await readFile(path, 'utf8')).toBe(text);
});

const EVERYTHING = `
  create sequence tickets as integer increment by 5 start with 100;
  create table parents (id bigint generated always as identity primary key, "Odd Name" text collate "C" unique);
  create table children (
    id        integer default nextval('tickets') primary key,
    parent_id bigint not null references parents (id) on delete cascade,
    status    text not null default 'new' check (status in ('new', 'old')),
    shout     text generated always as (upper(status)) stored,
    at        timestamptz(3) not null default now(),
    body      bytea
  );
  alter table children alter column body set storage external;
  create unique index children_open on children (parent_id, at desc) where status = 'new';
  comment on table children is 'It''s theirs';
  comment on column children.at is 'when';
  create table logs (at timestamptz(3) not null, line text) partition by range (at);
  create table logs_2030 partition of logs for values from ('2030-01-01') to ('2031-01-01');
  create view young as select id, shout from children where status = 'new';
  create type mood as enum ('fine', 'so so');
  create function shout() returns trigger language plpgsql as $$ begin return null; end $$;
  create trigger shouting after insert on children for each row execute function shout();`;

const PRINTED = `\
CREATE TYPE mood AS ENUM ('fine', 'so so');

CREATE SEQUENCE tickets AS integer INCREMENT BY 5 MINVALUE 1 MAXVALUE 2147483647 START WITH 100;

CREATE TABLE parents (
  id         bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  "Odd Name" text COLLATE "C",
  CONSTRAINT parents_pkey PRIMARY KEY (id),
  CONSTRAINT "parents_Odd Name_key" UNIQUE ("Odd Name")
);

CREATE TABLE children (
  id        integer NOT NULL DEFAULT nextval('tickets'::regclass),
  parent_id bigint NOT NULL,
  status    text NOT NULL DEFAULT 'new'::text,
  shout     text GENERATED ALWAYS AS (upper(status)) STORED,
  at        timestamp(3) with time zone NOT NULL DEFAULT now(),
  body      bytea STORAGE external,
  CONSTRAINT children_pkey PRIMARY KEY (id),
  CONSTRAINT children_status_check CHECK (status = ANY (ARRAY['new'::text, 'old'::text])),
  CONSTRAINT children_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES parents(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX children_open ON children USING btree (parent_id, at DESC) WHERE status = 'new'::text;
COMMENT ON TABLE children IS 'It''s theirs';
COMMENT ON COLUMN children.at IS 'when';

CREATE TABLE logs (
  at   timestamp(3) with time zone NOT NULL,
  line text
) PARTITION BY RANGE (at);

CREATE VIEW young AS
 SELECT id,
    shout
   FROM children
  WHERE status = 'new'::text;

CREATE OR REPLACE FUNCTION shout()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin return null; end $function$
;

CREATE TRIGGER shouting AFTER INSERT ON children FOR EACH ROW EXECUTE FUNCTION shout();
`;

test('the printed schema makes the same schema again', async () => {
  const printed = await printSchema(await empty(EVERYTHING));
  expect(await printSchema(await empty(printed))).toBe(printed);
});

test('every part of a table is printed except its partitions', async () => {
  expect(await printSchema(await empty(EVERYTHING))).toBe(PRINTED);
});

test('an object that cannot be printed is refused by name', async () => {
  const db = await empty(`create domain age as int; create procedure one() language sql as 'select 1';`);
  await expect(printSchema(db)).rejects.toThrow('function one, type age');
});
