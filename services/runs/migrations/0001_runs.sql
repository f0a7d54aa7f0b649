-- A run: its specification, which never changes after the launch, and the counts of its iterations.
create table runs (
  id                text primary key,
  project_id        text not null,
  organization_id   text not null,
  suite_id          text not null,
  -- Counts the runs of the suite from 1.
  run_number        integer not null,
  source            text not null check (source in ('ui', 'api', 'sdk', 'schedule')),
  -- A RunSpec document. `json`, because `jsonb` refuses escapes that texts may hold; for the same reason SQL does not look
  -- into it. The columns from here to `runner_labels` are copies that SQL filters by.
  spec              json not null,
  -- The id of the environment or of the client, or else the client's name; and the arm of the group or '': runs are
  -- compared within both.
  client_key        text not null default '',
  arm               text not null default '',
  run_group_id      text,
  external_run_id   text,
  grades_per_case   boolean not null default false,
  -- Whether later runs may be compared with it: it has all cases of its suite, and is no rerun.
  is_baseline       boolean not null default true,
  server_ids        text[] not null default '{}',
  -- The environment and its revision at the launch. The first lease rejects the run when the environment has changed.
  environment_id        text,
  environment_revision  integer,
  -- The cassette that the run replays.
  cassette_id       text,
  -- Copies of the facts about the CI job, cut to lengths that an index takes.
  branch            text,
  commit_sha        text,
  pull_request      text,
  -- The note of the launch.
  notes             text,
  -- The branch whose newest run is its baseline, by its launch or its gate: retention keeps that run.
  baseline_branch   text,
  -- The labels that a runner needs to get its iterations.
  runner_labels     text[] not null default '{}',
  -- The only model; set at the end of an ingested run.
  effective_model   text,
  -- Sealed keys of models, kept while the run is open.
  sealed_models     bytea,
  idempotency_key   text,
  -- A hash of the launch, which tells a repetition from another launch with the same key. Null for schedules.
  request_hash      text,
  -- W3C trace context of the launch.
  traceparent       text,
  status            text not null default 'pending'
    check (status in ('pending', 'running', 'grading', 'completed', 'failed', 'cancelled', 'timed_out')),
  result            text check (result in ('passed', 'failed', 'inconclusive')),
  -- The decision of a run that is graded per case. It can be long, so lists leave it out.
  decision          json,
  -- The version of the grading rules that its verdict rests on.
  grading_version   integer not null default 1,
  -- The hashes of the surfaces that it met, as a list of server id and hash.
  surfaces          jsonb not null default '[]',
  -- TrialStatistics of a run that is over, computed once when it ended or was regraded.
  trial_statistics  json,
  -- Why the run ended before its iterations did.
  stop              json,
  -- Why a run that is over has no verdict, in words.
  undecided_detail  text,
  -- The number of cases that nothing decides and the first of them; null when there is none.
  cases_without_grading json,
  total             integer not null,
  finished          integer not null default 0,
  passed            integer not null default 0,
  failed            integer not null default 0,
  -- Iterations that say nothing about the server: rates leave them out.
  excluded          integer not null default 0,
  -- Iterations that were not needed or could not begin.
  skipped           integer not null default 0,
  -- Case variants: cases with each of their models.
  variants          integer not null default 0,
  variants_passed   integer not null default 0,
  variants_failed   integer not null default 0,
  input_tokens      bigint not null default 0,
  output_tokens     bigint not null default 0,
  model_calls       integer not null default 0,
  cost_micros       bigint not null default 0,
  -- Iterations that called a model, and the number of them with a known price.
  metered           integer not null default 0,
  costed            integer not null default 0,
  created_at        timestamptz(3) not null default now(),
  deadline_at       timestamptz(3) not null,
  -- the time limit from the first iteration; null where the run is made elsewhere
  run_minutes       integer,
  -- When a runner last got an iteration: runs take turns. In no index, as it changes with every lease.
  served_at         timestamptz,
  started_at        timestamptz(3),
  -- The end of the run's wait for its judge.
  grading_until     timestamptz(3),
  completed_at      timestamptz(3),
  -- The time at which its traces and transcripts were deleted; its results are kept.
  traces_gone_at    timestamptz(3)
);
create unique index runs_idempotency_key on runs (project_id, idempotency_key) where idempotency_key is not null;
create unique index runs_external_id on runs (project_id, external_run_id) where external_run_id is not null;
create unique index runs_number on runs (suite_id, run_number);
-- With what the counts of a project's runs read, so that they read no row.
create index runs_of_project on runs (project_id, created_at desc, id desc) include (suite_id, status, result);
create index runs_of_suite on runs (project_id, suite_id, created_at desc, id desc);
create index runs_of_group on runs (run_group_id) where run_group_id is not null;
create index runs_open on runs (organization_id) where status in ('pending', 'running', 'grading');
create index runs_grading on runs (grading_until) where status = 'grading';
create index runs_by_end on runs (organization_id, completed_at) where completed_at is not null;
create index runs_with_traces on runs (organization_id, completed_at) where completed_at is not null and traces_gone_at is null;
create index runs_baselines on runs (suite_id, client_key, arm, run_number) where status = 'completed' and is_baseline;
create index runs_of_branch on runs (suite_id, branch, run_number)
  where branch is not null and pull_request is null and status = 'completed' and is_baseline;
create index runs_against_branch on runs (suite_id, client_key, arm, baseline_branch, run_number) where baseline_branch is not null;
create index runs_by_branch on runs (project_id, branch, created_at desc, id desc) where branch is not null;
create index runs_by_commit on runs (project_id, commit_sha text_pattern_ops) where commit_sha is not null;

-- The surfaces of servers that a run met, for comparisons: several of one server that changed during the run.
create table run_surfaces (
  run_id     text not null references runs on delete cascade,
  server_id  text not null,
  hash       text not null,
  -- A Surface document, compressed; null where it is too long to be kept.
  body       bytea,
  met_at     timestamptz not null default clock_timestamp(),
  primary key (run_id, server_id, hash)
);
create index run_surfaces_of_server on run_surfaces (server_id, met_at desc);

-- The cases as the launch froze them. The columns beside the body are copies that SQL reads. Cases, variants and iterations
-- have no foreign key to their run, which Postgres would check once for each row: they are written in a transaction that
-- writes or has locked the run, and deleted with it.
create table run_cases (
  run_id          text not null,
  position        integer not null,
  case_id         text not null,
  -- The id of the case in its suite file.
  declared_id     text,
  title           text not null,
  iterations      integer not null default 1,
  -- Only read for runs that are graded per case.
  pass_threshold  double precision not null default 1,
  body            json not null,
  needs_inventory boolean not null,
  needs_browser   boolean not null default false,
  -- Why nothing decides the case, if nothing does.
  grading_gap     text check (grading_gap in ('noAssertion', 'advisoryOnly', 'expectedOutputNotRead')),
  -- Hashes of the rules of the last regrade, if they differ from the frozen rules.
  graded_by       json,
  primary key (run_id, position)
);

-- The case variants of a run with the counts of their iterations, so that reading a run counts none of them. Statements
-- that change the outcomes of iterations change these counts, too.
create table run_variants (
  run_id         text not null,
  case_position  integer not null,
  model          text,
  case_id        text not null,
  -- The position of its first iteration.
  position       integer not null,
  -- Its iterations, the number of them that were graded, and the number of these that passed.
  trials         integer not null,
  eligible       integer not null default 0,
  passed         integer not null default 0,
  -- Its iterations that have not ended, while the run goes on; 0 in ingested runs.
  open           integer not null default 0,
  -- Its ended iterations in the order in which they ended: their position and result (`variantEnds`), and their durations
  -- in milliseconds, -1 where there is none.
  ends           integer[] not null default '{}',
  durations      integer[] not null default '{}',
  -- The position of its first failed iteration, and what failed it.
  failed_at      integer,
  failure        json,
  unique nulls not distinct (run_id, case_position, model)
)
-- For the counts, which are in no index.
with (fillfactor = 50);

-- One execution of one case variant. Every lease has a random `fence`, so that a report under an earlier lease is refused;
-- it is the nil UUID before the first one. `attempts` counts the leases that were not given back.
create table iterations (
  id               text primary key,
  run_id           text not null,
  position         integer not null,
  -- Iterations are leased in this order, which differs from the suite's when cases may end early.
  queue_order      integer not null default 0,
  -- Counts a run's iterations as they end, from 1; an iteration that its judge overturns later gets a new number. Null
  -- while the iteration is pending or running.
  seq              integer,
  -- A case of the same run.
  case_position    integer not null,
  iteration_number integer not null,
  model            text,
  -- The id of an ingested iteration at its source.
  external_id      text,
  status           text not null default 'pending'
    check (status in ('pending', 'running', 'completed', 'failed', 'cancelled', 'timed_out', 'setup_failed', 'skipped')),
  result           text check (result in ('passed', 'failed')),
  blame            text check (blame in ('server', 'provider', 'platform', 'cassette')),
  runner_id        text,
  fence            uuid not null default '00000000-0000-0000-0000-000000000000',
  attempts         integer not null default 0,
  -- Hand-outs, given back or not.
  leases           integer not null default 0,
  lease_until      timestamptz(3),
  -- The wait of its runner, as the last heartbeat told.
  waiting          json,
  started_at       timestamptz(3),
  duration_ms      integer,
  error_code       text,
  error_message    text,
  input_tokens     integer,
  output_tokens    integer,
  model_calls      integer,
  cost_micros      bigint,
  grade            json,
  -- A copy from the grade, which is long, so that a decision over many iterations need not read it.
  evaluator_error  boolean not null default false,
  transcript       bytea,
  unique (run_id, position)
)
-- Leases and heartbeats write no index as long as the page has room for another version of the row (HOT updates).
with (fillfactor = 50);
create unique index iterations_seq on iterations (run_id, seq) where seq is not null;
create unique index iterations_external_id on iterations (run_id, external_id) where external_id is not null;
-- The open iterations. By `seq` and not by `status`, with which every lease would write to all indexes.
create index iterations_queue on iterations (run_id, queue_order, position) where seq is null;
-- The open iterations by the labels of their runs, like `queue_depths` of the package work. A run waits since its last
-- hand-out, so a long run that goes on does not age. An iteration of a silent runner waits. It reads at most 1,000 iterations
-- of each run, in which the held ones come first, and takes the number of further ones from the counts of the run.
create view iteration_depths as
select 'iteration' as kind, r.runner_labels as labels, sum(depth.waiting)::bigint as waiting, sum(depth.held)::bigint as held,
       coalesce(max(greatest(extract(epoch from now() - greatest(r.created_at, r.served_at)), 0)) filter (where depth.waiting > 0), 0)::double precision
         as oldest_age_seconds
from runs r
cross join lateral (
  select count(*) filter (where item.is_held) as held,
         case when count(*) < 1000 then count(*) else greatest(r.total - r.finished, 1000) end
           - count(*) filter (where item.is_held) as waiting
  from (
    select status = 'running' and lease_until >= now() as is_held from iterations
    where run_id = r.id and seq is null order by queue_order, position limit 1000) item) depth
where r.status in ('pending', 'running')
group by r.runner_labels;
create or replace view open_work as
select kind, labels, waiting, held, oldest_age_seconds from queue_depths
union all
select kind, labels, waiting, held, oldest_age_seconds from iteration_depths;

-- The column holds gzip already, so Postgres need not compress it.
alter table iterations alter column transcript set storage external;
-- By default a vacuum comes after a fifth of the rows has died: of ten million, after weeks of deletions whose room is not used
-- again until then, and then it takes long. It reads the indexes as a whole, so it does not come for a few rows.
alter table iterations set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000);
alter table run_variants set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000);
alter table run_cases set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000);

-- The package transcripts owns this table.
alter table trace_parts add foreign key (owner_id) references iterations on delete cascade;

-- The images that the transcripts of iterations refer to. They are deleted with the traces.
create table iteration_screenshots (
  iteration_id  text not null references iterations on delete cascade,
  id            text not null,
  body          bytea not null,
  primary key (iteration_id, id)
);
-- A JPEG cannot be compressed.
alter table iteration_screenshots alter column body set storage external;

-- Runners that asked for iterations, to tell why a run waits, and what runners there are.
create table runners (
  id                text primary key,
  -- Null for the runners of the installation.
  organization_id   text,
  project_id        text,
  labels            text[] not null,
  takes_unlabelled  boolean not null,
  -- what it tells people: trials at a time, all kinds of work that it takes, and the version of its program
  slots             integer,
  kinds             text[] not null default '{}',
  version           text,
  seen_at           timestamptz(3) not null
);

-- Recently deleted suites and projects: a launch that read one of them before must not add a run to it.
create table tombstones (
  id         text primary key,
  deleted_at timestamptz(3) not null
);

-- One suite, frozen once, that several runs share over different targets, so that they can be compared.
create table run_groups (
  id               text primary key,
  project_id       text not null,
  suite_id         text not null,
  suite            json not null,
  idempotency_key  text,
  request_hash     text,
  created_at       timestamptz(3) not null default now()
);
create index run_groups_of_suite on run_groups (project_id, suite_id);
create index run_groups_of_key on run_groups (project_id, suite_id, idempotency_key, created_at) where idempotency_key is not null;

-- The tool calls of a run with masked secrets, which other runs can replay. `body` is gzipped JSON.
create table cassettes (
  id           text primary key,
  project_id   text not null,
  suite_id     text not null,
  run_id       text not null unique,
  name         text not null,
  version      integer not null,
  format       integer not null,
  content_hash text not null,
  calls        integer not null,
  bytes        integer not null,
  cut          boolean not null,
  -- Its servers and tools, without results.
  summary      json not null,
  body         bytea not null,
  created_at   timestamptz(3) not null default now(),
  unique (suite_id, version)
);
alter table cassettes alter column body set storage external;
create index cassettes_of_suite on cassettes (project_id, suite_id, version desc);

-- The latest cassette version of each suite: a deleted version is not used again.
create table cassette_versions (
  suite_id   text primary key,
  project_id text not null,
  latest     integer not null
);
create index cassette_versions_of_project on cassette_versions (project_id);

-- Links of badges. The id is the secret of the link once it is signed: another link has another id.
create table suite_badges (
  suite_id   text primary key,
  project_id text not null,
  id         text not null unique,
  -- Null: of all runs but the ones of pull requests.
  branch     text,
  created_at timestamptz(3) not null default now()
);
create index suite_badges_of_project on suite_badges (project_id);

-- Reports of runs at their suite's gate: decided once, with the policy and the baseline.
create table gate_reports (
  run_id     text primary key references runs on delete cascade,
  report     json not null,
  created_at timestamptz(3) not null default now()
);

-- Permissions to pass a failed gate. Rows are only revoked, never deleted.
create table gate_waivers (
  id              text primary key,
  run_id          text not null references runs on delete cascade,
  reason          text not null,
  expires_at      timestamptz(3) not null,
  created_at      timestamptz(3) not null default now(),
  created_by      text not null,
  revoked_at      timestamptz(3),
  revoked_by      text,
  policy_snapshot json
);
create index gate_waivers_of_run on gate_waivers (run_id, created_at desc);

-- Items of what needs a person that a member dismissed. The id of an item says its state.
create table attention_dismissals (
  project_id    text not null,
  item_id       text not null,
  dismissed_by  text,
  dismissed_at  timestamptz(3) not null default now(),
  primary key (project_id, item_id)
);

-- Sums over the iterations of a run that is over, stored by their first read. They count while the run was not regraded
-- since: `regrades` is the number of its regrades before.
create table run_sums (
  run_id    text not null references runs on delete cascade,
  kind      text not null check (kind in ('stages', 'servers', 'routes')),
  regrades  integer not null,
  body      json not null,
  primary key (run_id, kind)
);

-- The sums for the stage analytics of a large run, for each ten thousand iterations in the order of their ends, stored while
-- the run goes on: its first read adds them up, unless a judgement or a regrade changed its grades.
create table run_sum_pieces (
  run_id    text not null references runs on delete cascade,
  piece     integer not null,
  body      json not null,
  primary key (run_id, piece)
);

-- Comparisons of two runs that are over, computed at the first read: part 0 is the comparison without cases, the other ones
-- have fifty cases each. They count while `state` is that of both runs.
create table run_comparisons (
  base_run_id  text not null references runs on delete cascade,
  run_id       text not null references runs on delete cascade,
  part         integer not null,
  state        text not null,
  body         json not null,
  primary key (base_run_id, run_id, part)
);
create index run_comparisons_of_run on run_comparisons (run_id);

-- A window of insights is a run.
alter table insights add foreign key (window_id) references runs on delete cascade;

-- Traces of finished runs that the operator's collector has not accepted yet, each with the position of the next iteration,
-- and the number of its spans that were accepted.
create table trace_pushes (
  run_id      text primary key references runs on delete cascade,
  position    integer not null default 0,
  told        integer not null default 0,
  attempts    integer not null default 0,
  created_at  timestamptz(3) not null default now(),
  next_at     timestamptz(3) not null default now()
);
create index trace_pushes_due on trace_pushes (next_at);

-- One request for a judge's opinions over a run. The newest is read; older ones stay, with their opinions and their usage.
create table judgements (
  id             text primary key,
  run_id         text not null references runs on delete cascade,
  number         integer not null,
  status         text not null default 'pending' check (status in ('pending', 'completed', 'failed')),
  -- Whether its opinions change the verdict, decided at the start by the judge's calibration at that time.
  gating         boolean not null,
  standing       text not null check (standing in ('unmeasured', 'belowFloor', 'measured', 'changed')),
  model          text not null,
  threshold      double precision not null,
  rubric         json,
  judge_version  text not null,
  -- The API key of the request, for the ledger.
  key_id         text,
  -- Keys of the judge's provider, sealed for the run, kept while the judgement is pending.
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

-- A judge's opinion about one iteration. `job_id` is the work item of a pending opinion.
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

-- Labels: one verdict of each person on each iteration.
create table labels (
  iteration_id  text not null references iterations on delete cascade,
  user_id       text not null,
  suite_id      text not null,
  -- A copy from the iteration: retention asks whether a run has labels.
  run_id        text not null,
  verdict       text not null check (verdict in ('passed', 'failed')),
  note          text,
  updated_at    timestamptz(3) not null default now(),
  primary key (iteration_id, user_id)
);
create index labels_of_suite on labels (suite_id);
create index labels_of_run on labels (run_id);

-- The time of the latest backtest of a run.
create table backtests (
  run_id      text primary key references runs on delete cascade,
  started_at  timestamptz(3) not null
);

-- Regrades of a run: the user, the time, the assertions and the changes.
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

-- Files that were uploaded for ingestion. Their bytes are in the blob store, under the same id.
create table artifacts (
  id          text primary key,
  project_id  text not null,
  organization_id text not null,
  -- The size, for the quota of the organization.
  bytes       integer not null,
  -- The hash of the bytes, so that an upload can be repeated but not replaced.
  sha256      bytea not null,
  -- Null until the bytes are stored.
  stored_at   timestamptz(3),
  expires_at  timestamptz(3) not null
);
create index artifacts_of_project on artifacts (project_id);
-- The quota reads the artifacts of the last day.
create index artifacts_of_organization on artifacts (organization_id, expires_at);
create index artifacts_expiring on artifacts (expires_at);

-- Catalogue labs: how well a model chooses among more tools, and among other descriptions of them.
create table catalogue_labs (
  id               text primary key,
  project_id       text not null,
  organization_id  text not null,
  -- The server of a lab; null for a description experiment, which is about a run.
  server_id        text,
  run_id           text references runs on delete cascade,
  idempotency_key  text,
  request_hash     text not null,
  status           text not null check (status in ('draft', 'drafting', 'running', 'completed', 'failed', 'cancelled', 'rate_limited')),
  error_code       text,
  error_message    text,
  -- A LabSpec document.
  spec             json not null,
  -- StoredTask documents; empty while they are drafted.
  tasks            json not null,
  -- The tools that can be offered: gzip of an array of LabTool documents.
  tools            bytea not null,
  -- A LabTally document.
  tally            json not null,
  trials           integer not null,
  -- A CatalogueLabReport document; null until the lab is over.
  report           json,
  -- The access to models, sealed; null once the lab is over.
  sealed_access    bytea,
  key_id           text not null,
  -- A lab without news until then is ended by the watchdog.
  deadline_at      timestamptz(3) not null,
  created_at       timestamptz(3) not null default now(),
  started_at       timestamptz(3),
  ended_at         timestamptz(3),
  check ((server_id is null) <> (run_id is null)),
  unique (project_id, idempotency_key)
);
alter table catalogue_labs alter column tools set storage external;
create index catalogue_labs_of_project on catalogue_labs (project_id, id desc) where run_id is null;
create index catalogue_labs_of_run on catalogue_labs (run_id, id desc) where run_id is not null;
create index catalogue_labs_open on catalogue_labs (deadline_at) where status in ('drafting', 'running');
create index catalogue_labs_of_organization on catalogue_labs (organization_id, ended_at);

-- The trials of a lab: one call of the model each. A trial is written once; `batch_id` is its work item.
create table catalogue_trials (
  lab_id    text not null references catalogue_labs on delete cascade,
  position  integer not null,
  batch_id  text not null,
  -- A CatalogueAnswer document, masked; null until the model answered.
  answer    json,
  primary key (lab_id, position)
);
create index catalogue_trials_open on catalogue_trials (batch_id) where answer is null;
