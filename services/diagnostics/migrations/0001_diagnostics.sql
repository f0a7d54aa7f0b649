-- Inspections that a runner makes for a waiting request. Rows are deleted within minutes.
create table inspections (
  id           text primary key,
  project_id   text not null,
  server_id    text not null,
  -- the inspection may have side effects, so it is handed to one runner at most
  once         boolean not null,
  handed_out   boolean not null default false,
  -- an InspectionOutcome; null until the runner has answered
  outcome      bytea,
  -- an InspectionOutcome: why a runner gave it back; the answer when no other runner takes it
  refusal      bytea,
  created_at   timestamptz(3) not null default now(),
  -- the last mark of the waiting request: an inspection without one is not handed to a runner
  seen_at      timestamptz(3) not null default now()
);
create index inspections_by_sight on inspections (seen_at);

-- Runners that asked for inspections, so that one that no runner takes is answered early. Forgotten after a day.
create table runners (
  id               text primary key,
  -- Null for the runners of the installation.
  organization_id  text,
  project_id       text,
  labels           text[] not null,
  seen_at          timestamptz(3) not null
);

-- Surfaces of servers, each content once per server.
create table surface_bodies (
  server_id   text not null,
  -- SHA-256 of the canonical surface, in hex
  hash        text not null,
  project_id  text not null,
  -- the canonical surface, gzip
  body        bytea not null,
  -- the names of its tools, which are searched
  tools       text[] not null default '{}',
  primary key (server_id, hash)
);
create index surface_bodies_of_project on surface_bodies (project_id);

-- Periods in which a server offered the same surface.
create table surface_periods (
  id             text primary key,
  -- orders the periods of a server independently of clocks
  place          bigint not null generated always as identity,
  project_id     text not null,
  server_id      text not null,
  hash           text not null,
  first_seen_at  timestamptz(3) not null default clock_timestamp(),
  last_seen_at   timestamptz(3) not null default clock_timestamp(),
  times_seen     integer not null default 1,
  -- changes from the period before; null for the first
  breaking       integer,
  additive       integer,
  cosmetic       integer,
  foreign key (server_id, hash) references surface_bodies (server_id, hash)
);
create index surface_periods_of_server on surface_periods (server_id, place desc);
create index surface_periods_of_project on surface_periods (project_id);

-- Servers and projects that were deleted within the last hour: a reading that is still in progress is not stored.
create table surfaces_gone (
  -- the id of a server or a project; ids are never reused
  id       text primary key,
  gone_at  timestamptz(3) not null default clock_timestamp()
);

-- Tool calls of people: the newest of each person per server, for a month.
create table tool_calls (
  id              text primary key,
  project_id      text not null,
  server_id       text not null,
  user_id         text not null,
  tool_name       text not null,
  outcome         text not null check (outcome in ('answered', 'failed', 'unanswered')),
  -- masked; null when they are large
  arguments       json,
  error           json,
  duration_ms     integer not null,
  -- whether the duration may include a handshake
  session_opened  boolean not null,
  bytes           integer not null,
  -- the masked result, gzip; null without one, and when it is large
  result          bytea,
  called_at       timestamptz(3) not null default clock_timestamp()
);
create index tool_calls_of_person on tool_calls (server_id, user_id, called_at desc, id desc);
create index tool_calls_of_project on tool_calls (project_id, user_id);
create index tool_calls_by_age on tool_calls (called_at);

-- Links and short values in the results of tool calls.
create table seen_in_calls (
  call_id  text not null references tool_calls (id) on delete cascade,
  kind     text not null check (kind in ('link', 'property')),
  -- of a property, without case, `_` and `-`
  name     text not null,
  -- the address of a link
  value    text not null,
  body     json not null
);
create index seen_in_calls_of_call on seen_in_calls (call_id, kind, name);

-- OAuth grants of saved servers. A server has at most one.
create table oauth_grants (
  server_id        text primary key,
  project_id       text not null,
  grant_type       text not null check (grant_type in ('authorization_code', 'client_credentials')),
  -- the server's address when the grant was given; tokens are sent to that origin only
  server_url       text not null,
  -- the known part of the authorization server's description
  authority        json not null,
  -- {accessToken?, refreshToken?, idToken?, client?, settings?}, sealed for this row
  sealed           bytea not null,
  scopes           text[] not null,
  -- {by?, isImported?, asked?, offered?}: who asked for it, and the scopes that were asked for and offered
  origin           json not null default '{}',
  -- null when the token response does not say
  expires_at       timestamptz(3),
  -- when to renew the token; null when only a rejection by the server ends it
  refresh_at       timestamptz(3),
  -- changes with every token and is never reused, so that a process that read an older row cannot write
  version          bigint generated always as identity,
  state            text not null default 'active' check (state in ('active', 'lost')),
  -- the process that renews the token, and the end of its lease
  lease_holder     text,
  lease_until      timestamptz(3),
  last_refresh_at  timestamptz(3),
  -- a Problem as JSON, of the last attempt
  last_error       json,
  -- the earliest time of the next attempt
  retry_at         timestamptz(3),
  created_at       timestamptz(3) not null default now(),
  updated_at       timestamptz(3) not null default now()
);
create index oauth_grants_of_project on oauth_grants (project_id);

-- Requests for access tokens, at most 20 for each server: requests of a grant that was replaced stay.
create table token_requests (
  id           bigint primary key generated always as identity,
  server_id    text not null,
  project_id   text not null,
  kind         text not null check (kind in ('granted', 'imported', 'renewed')),
  -- the code of the error, or of the authorization server; null when tokens came
  error        text,
  -- the lifetime of the token; null when the token response does not say
  life_ms      double precision,
  -- null for tokens that were imported
  duration_ms  double precision,
  made_at      timestamptz(3) not null default now()
);
create index token_requests_of_server on token_requests (server_id, id desc);
create index token_requests_of_project on token_requests (project_id);

-- Readiness and conformance runs about a server. Runners make them, or a reporter makes them elsewhere and reports them.
create table directory_runs (
  id               text primary key,
  project_id       text not null,
  -- null for a run about a server that is not saved
  server_id        text,
  kind             text not null check (kind in ('readiness', 'conformance')),
  -- the publisher of the directory; or whether a conformance run is made by a runner or was reported
  variant          text not null check (variant in ('claude', 'openai', 'made', 'reported')),
  -- a run that a runner works on is pending here: only its work item knows
  status           text not null default 'pending' check (status in ('pending', 'running', 'completed', 'failed', 'cancelled')),
  -- attempts of its work item, once that is deleted
  attempts         integer not null default 0,
  -- the request of the run
  request          json not null,
  -- the outcome in short; null until there is one
  outcome          json,
  -- gzip of the JSON of a readiness run's report
  report           bytea,
  terminal_reason  text,
  error_message    text,
  idempotency_key  text,
  request_hash     text,
  external_run_id  text,
  -- the time of the reporter's last report
  heard_at         timestamptz(3),
  created_at       timestamptz(3) not null default now(),
  updated_at       timestamptz(3) not null default now(),
  unique (server_id, variant, idempotency_key),
  unique (project_id, external_run_id)
);
create index directory_runs_by_age on directory_runs (project_id, kind, created_at, id);
create index directory_runs_open on directory_runs (project_id) where status = 'pending';
create index directory_runs_silent on directory_runs (heard_at) where status = 'running';

-- Results of the scenarios of a conformance run.
create table conformance_results (
  run_id    text not null references directory_runs (id) on delete cascade,
  suite     text not null,
  scenario  text not null,
  status    text not null check (status in ('passed', 'warning', 'failed', 'skipped', 'notApplicable', 'couldNotRun')),
  reason    text,
  checks    json not null,
  -- {title?, area?, durationMs?, endedServer?}
  about     json not null default '{}',
  -- digest of the report, so that the same report is accepted again and a different one is refused
  digest    bytea,
  primary key (run_id, suite, scenario)
);

-- Findings of the linter that people suppressed, with the reason.
create table lint_suppressions (
  id          text primary key,
  project_id  text not null,
  server_id   text not null,
  rule_id     text not null,
  -- {item?, paths?, reason}
  body        jsonb not null,
  -- null for a key of the project
  created_by  text,
  created_at  timestamptz(3) not null default now()
);
create index lint_suppressions_of_server on lint_suppressions (server_id, created_at, id);
create index lint_suppressions_of_project on lint_suppressions (project_id);

-- Facts that a submitter states about requirements of directories. Every grading of the server takes them.
create table readiness_facts (
  server_id       text not null,
  project_id      text not null,
  requirement_id  text not null,
  kind            text not null check (kind in ('claude', 'openai')),
  met             boolean not null,
  note            text not null,
  stated_by       text,
  stated_at       timestamptz(3) not null default now(),
  primary key (server_id, requirement_id)
);
create index readiness_facts_of_project on readiness_facts (project_id);

-- Tunnels. One row per saved server that ever had one.
create table tunnels (
  server_id         text primary key,
  project_id        text not null,
  -- names the tunnel in the saved server's address
  slug              text not null unique,
  -- the creator of the present token, and so of the machine behind it; and the key or session of the creation
  created_by        text not null,
  organization_id   text,
  key_id            text,
  session_id        text,
  -- the last check whether the creator may still hold the tunnel
  checked_at        timestamptz(3) not null default now(),
  -- SHA-256 of the token that opens the tunnel; null once the tunnel was closed
  token_hash        bytea unique,
  token_expires_at  timestamptz(3) not null,
  -- the number of tokens so far
  secret_version    integer not null,
  -- the open attachment, and the relay that holds it; null while there is none
  attachment_id     text unique,
  relay_url         text,
  -- the last heartbeat of that relay
  beaten_at         timestamptz(3),
  created_at        timestamptz(3) not null default now()
);
create index tunnels_of_project on tunnels (project_id);

-- The times in which tunnels were open: the last 20 of each.
create table tunnel_openings (
  attachment_id  text primary key,
  server_id      text not null references tunnels (server_id) on delete cascade,
  project_id     text not null,
  user_id        text not null,
  opened_at      timestamptz(3) not null default now(),
  -- null while it is open, or its gateway vanished
  ended_at       timestamptz(3),
  "end"          text check ("end" in ('disconnected', 'closed', 'replaced', 'lost')),
  -- the requests that it carried, as its gateway told last
  requests       integer not null default 0
);
create index tunnel_openings_of_server on tunnel_openings (server_id, opened_at);

-- Server connections: guided sign-ins of people. Rows are deleted a day after they ended.
create table connections (
  id               text primary key,
  organization_id  text not null,
  -- the user who asked, and in whose name the server is saved
  user_id          text not null,
  key_id           text not null,
  -- the session that asked, if any: a grant that returns after the session has ended finds no connection
  session_id       text,
  project_id       text,
  -- the saved server that the request names, if any; and the server that is used, known from the validation on
  meant_server_id  text,
  server_id        text,
  url              text not null,
  name             text,
  status           text not null check (status in ('discovering', 'awaiting_project', 'awaiting_authorization', 'authorizing', 'validating', 'ready', 'failed', 'cancelled')),
  error            json,
  -- the client and the PKCE values; sealed, and deleted when the connection ends
  sealed           bytea,
  -- SHA-256 of the `state` parameter, and of the browser's cookie
  state_hash       bytea unique,
  browser_hash     bytea,
  expires_at       timestamptz(3) not null,
  created_at       timestamptz(3) not null default now(),
  updated_at       timestamptz(3) not null default now()
);
create index connections_by_age on connections (updated_at);
