-- What the failures of a run have in common, once somebody asked for it.
create table run_insights (
  run_id       text primary key references runs on delete cascade,
  suite_id     text not null,
  run_number   integer not null,
  status       text not null check (status in ('pending', 'completed')),
  -- Of the findings, for runs after this one.
  finding_ids  text[] not null,
  -- All that is told but the state it is in.
  body         json not null,
  -- The explanation that is owed.
  job_id       text unique,
  -- Why there is no explanation.
  reason_code  text,
  updated_at   timestamptz(3) not null default now()
);
create index run_insights_of_suite on run_insights (suite_id, run_number desc);

-- Traces of finished runs that the operator's collector has not taken yet, each with the iteration to go on with, and how
-- many of its spans were taken.
create table trace_pushes (
  run_id      text primary key references runs on delete cascade,
  position    integer not null default 0,
  told        integer not null default 0,
  attempts    integer not null default 0,
  created_at  timestamptz(3) not null default now(),
  next_at     timestamptz(3) not null default now()
);
create index trace_pushes_due on trace_pushes (next_at);
