-- Personas: synthetic characters who talk in place of people.
create table personas (
  id              text primary key,
  project_id      text not null,
  -- of the name; unique among the personas that are not archived
  slug            text not null,
  name            text not null,
  role            text not null,
  notes           text,
  source          text not null check (source in ('manual', 'generated', 'cluster')),
  seed_keywords   text[] not null default '{}',
  avatar_shape    integer,
  avatar_palette  integer,
  created_at      timestamptz(3) not null default now(),
  updated_at      timestamptz(3) not null default now(),
  archived_at     timestamptz(3)
);
create index personas_of_project on personas (project_id, id);
create unique index personas_by_slug on personas (project_id, slug) where archived_at is null;

-- Swarms: containers of journeys, with defaults for them.
create table swarms (
  id                   text primary key,
  project_id           text not null,
  name                 text not null,
  description          text,
  environment_ids      text[] not null default '{}',
  sessions_per_target  integer not null,
  max_turns            integer not null,
  created_at           timestamptz(3) not null default now(),
  updated_at           timestamptz(3) not null default now(),
  archived_at          timestamptz(3)
);
create index swarms_of_project on swarms (project_id, id);

-- Journeys: a goal that a persona pursues.
create table journeys (
  id                    text primary key,
  project_id            text not null,
  name                  text not null,
  goal                  text not null,
  persona_id            text not null references personas (id),
  swarm_id              text references swarms (id),
  environment_ids       text[] not null default '{}',
  server_attachment_id  text,
  host_ids              text[] not null default '{}',
  sessions_per_target   integer not null,
  max_turns             integer not null,
  -- a Rubric document; null without one
  rubric                json,
  created_at            timestamptz(3) not null default now(),
  updated_at            timestamptz(3) not null default now(),
  archived_at           timestamptz(3)
);
create index journeys_of_project on journeys (project_id, id);
create index journeys_of_persona on journeys (persona_id);
create index journeys_of_swarm on journeys (swarm_id) where swarm_id is not null;

-- Waves: runs of several journeys that belong together. A run that names none is a wave of its own.
create table waves (
  project_id       text not null,
  id               text not null,
  created_at       timestamptz(3) not null default now(),
  -- when a session of it was last graded
  changed_at       timestamptz(3) not null default now(),
  mined_at         timestamptz(3),
  -- how often its mining failed since it last worked, and until when it is left alone
  mining_failures  integer not null default 0,
  mine_after       timestamptz(3),
  -- as of the mining: how many of its sessions showed each signal
  signals          json not null default '[]',
  -- the same of its sessions that retention deleted
  kept_signals     json not null default '[]',
  primary key (project_id, id)
);
create index waves_to_mine on waves (changed_at) where mined_at is null or mined_at <= changed_at;

-- Journey runs: one launch of a journey over its targets.
create table journey_runs (
  id                 text primary key,
  organization_id    text not null,
  project_id         text not null,
  journey_id         text not null references journeys (id) on delete cascade,
  wave_id            text not null,
  -- the owner's key and the hash of the request that made it
  idempotency_key    text,
  request_hash       text not null,
  status             text not null default 'running' check (status in ('running', 'completed', 'partial', 'failed', 'rate_limited')),
  is_canceled        boolean not null default false,
  is_stale           boolean not null default false,
  error              text,
  -- a JourneyRunSpec document, frozen at the launch
  spec               json not null,
  -- for each target a SessionSpec document: the assistant's side, which runners are told and readers are not
  session_specs      json not null,
  -- sealed access to models; null once the run is over
  sealed_access      bytea,
  key_id             text not null default '',
  -- a RunTally document: every count that readers see
  tally              json not null,
  -- once every session is over and graded: the verdict of its decision, if it has one, and the JourneyRun document of its
  -- single read, with the hash of that document's schema
  verdict            text,
  shown              json,
  shown_form         text,
  -- rises with every change that followers see; sessions carry the number of their last one
  change             integer not null default 0,
  -- the Counters of its sessions that came to their end, as of a study
  measures           json not null default '{}',
  -- a run without news until then is settled by the watchdog
  deadline_at        timestamptz(3) not null,
  created_at         timestamptz(3) not null default now(),
  last_heartbeat_at  timestamptz(3) not null default now(),
  ended_at           timestamptz(3),
  -- when retention deleted the turns and traces of its sessions
  traces_gone_at     timestamptz(3),
  foreign key (project_id, wave_id) references waves (project_id, id),
  unique (journey_id, idempotency_key)
);
create index journey_runs_of_journey on journey_runs (journey_id, id desc);
create index journey_runs_of_project on journey_runs (project_id, id desc);
create index journey_runs_of_wave on journey_runs (project_id, wave_id);
create index journey_runs_open on journey_runs (deadline_at) where status = 'running';
create index journey_runs_by_age on journey_runs (organization_id, ended_at) where ended_at is not null;

-- Sessions: one conversation of a persona with a target, at its place in the run.
create table sessions (
  id                text primary key,
  run_id            text not null references journey_runs (id) on delete cascade,
  project_id        text not null,
  -- from 0, over all targets of the run
  position          integer not null,
  -- the place of its target in the spec, and its number within the target
  target_index      integer not null,
  session_index     integer not null,
  -- of the journey, the persona and the session's number: sessions with one seed are pairs
  seed              integer not null,
  status            text not null default 'pending' check (status in ('pending', 'running', 'succeeded', 'failed', 'rate_limited')),
  lifecycle         text not null default 'pending' check (lifecycle in ('pending', 'running', 'ran', 'broke', 'limited', 'withdrawn')),
  -- the present try: a row of session_attempts, and a work item
  attempt_id        text not null,
  -- the change of the run that it was last part of; 0 until it begins
  change            integer not null default 0,
  error_code        text,
  error_message     text,
  -- why the conversation ended: goalReached, gaveUp, turnLimit …
  end_reason        text,
  grading           text not null default 'notRequested' check (grading in ('notRequested', 'queued', 'running', 'settled', 'unavailable')),
  -- the work item of its judge, while its goals are judged
  judge_id          text unique,
  -- SessionCriterion documents
  criteria          json not null default '[]',
  -- whether its verdict is `passed` or `failed`; null without such a verdict
  passed            boolean,
  -- a SessionUsage document, over all tries
  usage             json,
  -- while it is under way, the turns that its runner told of
  turn_count        integer not null default 0,
  message_count     integer not null default 0,
  preview           text not null default '',
  started_at        timestamptz(3),
  last_activity_at  timestamptz(3),
  ended_at          timestamptz(3),
  unique (run_id, position)
);
create index sessions_by_attempt on sessions (attempt_id);
create index sessions_by_change on sessions (run_id, change, position);
create index sessions_open on sessions (run_id) where lifecycle in ('pending', 'running');

-- Tries of a session: a further one follows a failure of the infrastructure. Each is a work item of its own.
create table session_attempts (
  id             text primary key,
  session_id     text not null references sessions (id) on delete cascade,
  number         integer not null,
  -- of the lease whose trace parts count
  fence          uuid not null default '00000000-0000-0000-0000-000000000000',
  -- how often a runner began it
  leases         integer not null default 0,
  -- a SessionUsage document: what runners used before they fell silent or gave it back
  earlier_usage  json,
  error_code     text,
  error_message  text,
  -- a SessionUsage document
  usage          json,
  created_at     timestamptz(3) not null default now(),
  ended_at       timestamptz(3),
  unique (session_id, number)
);
alter table trace_parts add foreign key (owner_id) references session_attempts on delete cascade;

-- The turns of the sessions' last tries.
create table session_turns (
  session_id    text not null references sessions (id) on delete cascade,
  prompt_index  integer not null,
  -- gzip of a SessionTurn document, masked
  body          bytea not null,
  primary key (session_id, prompt_index)
);
alter table session_turns alter column body set storage external;

-- A series of findings is a project, and a window of it a wave. Signals about a whole conversation, which only measures count,
-- stay; the others go once no session, no wave and no finding has them.
alter table session_signals add foreign key (session_id) references sessions on delete cascade;
create index session_signals_of_window on session_signals (series_id, window_id, fingerprint);
alter table insights add foreign key (series_id, window_id) references waves (project_id, id) on delete cascade;

-- Requests for drafts of personas and journeys that wait for a runner; a row goes once its request is answered.
create table generations (
  id          text primary key,
  project_id  text not null,
  -- a JourneyDraftsOutcome document as the runner wrote it; null until then
  outcome     bytea,
  created_at  timestamptz(3) not null default now()
);
create index generations_by_age on generations (created_at);
