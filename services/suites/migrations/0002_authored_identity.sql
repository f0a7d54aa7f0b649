alter table suites
  -- the id under which a file declares the suite
  add column declared_id text,
  add column managed_by text not null default 'app' check (managed_by in ('app', 'ci')),
  -- what a repeated creation is known by, and what the first one was answered
  add column idempotency_key text,
  add column request_hash text,
  add column creation_reply json,
  add constraint suites_project_id_declared_id_key unique (project_id, declared_id),
  add constraint suites_project_id_idempotency_key_key unique (project_id, idempotency_key);

-- the states that a suite's settings were in, the present one included
create table suite_revisions (
  suite_id    text not null references suites (id) on delete cascade,
  revision    integer not null,
  name        text not null,
  body        json not null,
  -- JSON Pointers of what this revision changed
  changed     text[] not null,
  created_by  text,
  created_at  timestamptz(3) not null default now(),
  primary key (suite_id, revision)
);
insert into suite_revisions (suite_id, revision, name, body, changed, created_at)
  select id, revision, name, body, '{}', updated_at from suites;

alter table cases
  -- null for cases that are older than declared ids
  add column declared_id text,
  add column revision integer not null default 1,
  add column idempotency_key text,
  add column request_hash text,
  -- why repeating another case was meant
  add column override_reason text,
  -- what the limits of a suite count
  add column bytes integer not null generated always as (octet_length(body::text)) stored,
  -- what repeated cases are found by; without a hash of the content, before somebody looks for them and after a change, the others say nothing
  add column content_hash text,
  add column shape_hash text,
  add column wording text,
  -- near-same cases of a suite share one of these; the suite is hashed into them
  add column near_keys bigint[],
  add constraint cases_suite_id_declared_id_key unique (suite_id, declared_id),
  add constraint cases_suite_id_idempotency_key_key unique (suite_id, idempotency_key),
  -- deferrable, so that one statement can put cases into another order
  drop constraint cases_suite_id_position_key,
  add constraint cases_suite_id_position_key unique (suite_id, position) deferrable;
create index cases_of_content on cases (suite_id, content_hash);
-- every reader would have to search the pending list of a fast update
create index cases_near_same on cases using gin (near_keys) with (fastupdate = off);
