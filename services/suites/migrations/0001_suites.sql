create table suites (
  id             text primary key,
  project_id     text not null,
  name           text not null,
  revision       integer not null default 1,
  -- everything else that was authored, as it was written
  body           json not null,
  -- what the finished runs add up to
  runs           integer not null default 0,
  passed_trials  bigint not null default 0,
  failed_trials  bigint not null default 0,
  -- the latest of them, newest first
  recent_runs    json not null default '[]',
  created_at     timestamptz(3) not null default now(),
  updated_at     timestamptz(3) not null default now(),
  unique (project_id, name)
);
create index suites_of_project on suites (project_id, id);

create table cases (
  id          text primary key,
  suite_id    text not null references suites (id) on delete cascade,
  -- the place in the suite's order
  position    integer not null,
  body        json not null,
  created_at  timestamptz(3) not null default now(),
  updated_at  timestamptz(3) not null default now(),
  unique (suite_id, position)
);
