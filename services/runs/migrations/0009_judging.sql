-- One asking of the judge about a run. The newest is read; older ones stay, with what they cost and said.
create table judgements (
  id             text primary key,
  run_id         text not null references runs on delete cascade,
  number         integer not null,
  status         text not null default 'pending' check (status in ('pending', 'completed', 'failed')),
  -- Whether it has a say in the run's trials, decided when it was asked by what was known of this judge then.
  gating         boolean not null,
  standing       text not null check (standing in ('unmeasured', 'belowFloor', 'measured', 'changed')),
  model          text not null,
  threshold      double precision not null,
  rubric         json,
  judge_version  text not null,
  -- The API key that asked, for the ledger.
  key_id         text,
  -- Keys of the judge's provider, sealed for the run, until it is over.
  sealed_access  bytea,
  total          integer not null,
  completed      integer not null default 0,
  errors         integer not null default 0,
  skipped        integer not null default 0,
  error_code     text,
  created_at     timestamptz(3) not null default now(),
  completed_at   timestamptz(3),
  unique (run_id, number)
);
create unique index judgements_pending on judgements (run_id) where status = 'pending';

-- What the judge made of one trial. The job is gone once it is settled; its id names the opinion to the runner that has it.
create table opinions (
  judgement_id        text not null references judgements on delete cascade,
  iteration_id        text not null references iterations on delete cascade,
  job_id              text unique,
  status              text not null default 'pending' check (status in ('pending', 'scored', 'error', 'skipped')),
  score               double precision,
  passed              boolean,
  reason              text,
  criteria            json,
  claims              integer,
  unsupported_claims  json,
  evidence_hash       text,
  usage               json,
  error_code          text,
  primary key (judgement_id, iteration_id)
);
create index opinions_of_iteration on opinions (iteration_id);

-- What people say of trials: one word of each person on each trial.
create table labels (
  iteration_id  text not null references iterations on delete cascade,
  user_id       text not null,
  suite_id      text not null,
  verdict       text not null check (verdict in ('passed', 'failed')),
  note          text,
  updated_at    timestamptz(3) not null default now(),
  primary key (iteration_id, user_id)
);
create index labels_of_suite on labels (suite_id);

-- When a run was last tried under a draft.
create table backtests (
  run_id      text primary key references runs on delete cascade,
  started_at  timestamptz(3) not null
);

-- Who had a run graded anew, when, by which assertions, and what that changed.
create table run_regrades (
  run_id      text not null references runs on delete cascade,
  number      integer not null,
  user_id     text,
  checks      text not null check (checks in ('frozen', 'current')),
  before      json not null,
  after       json not null,
  changed     integer not null,
  created_at  timestamptz(3) not null default now(),
  primary key (run_id, number)
);

-- The hashes of the rules that a case's trials were graded by anew, where those are not what the run froze.
alter table run_cases add column graded_by json;
