-- Drafts of cases, from when they are asked for until they are written.
create table authoring_jobs (
  id                text primary key,
  project_id        text not null,
  suite_id          text not null references suites (id) on delete cascade,
  source            text not null,
  status            text not null default 'pending' check (status in ('pending', 'completed', 'failed', 'cancelled')),
  phase             text not null default 'prepare',
  -- what the drafts are made of: the models of the cases, and the document that they come from
  request           json not null,
  generation_model  text,
  error             text,
  warnings          json not null default '[]',
  -- the drafts that are not written
  drafts            json not null default '[]',
  -- the cases that were
  created           text[] not null default '{}',
  -- the drafts that the latest commit left, and why; null before the first
  skipped           json,
  idempotency_key   text,
  request_hash      text,
  created_at        timestamptz(3) not null default now(),
  updated_at        timestamptz(3) not null default now(),
  unique (suite_id, idempotency_key)
);
create index authoring_jobs_pending on authoring_jobs (project_id) where status = 'pending';

-- every job of this service's queue is an authoring job, and goes with it
alter table jobs add constraint jobs_of_authoring foreign key (id) references authoring_jobs (id) on delete cascade;
