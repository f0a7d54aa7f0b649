-- What a runner is asked to find out for a request that waits for the answer. Rows are gone within minutes.
create table inspections (
  id           text primary key,
  project_id   text not null,
  server_id    text not null,
  -- it may change something, so it is not begun again by another runner
  once         boolean not null,
  handed_out   boolean not null default false,
  -- an InspectionOutcome; null until the runner has answered
  outcome      bytea,
  -- an InspectionOutcome: why a runner gave it back, for the case that no other one takes it
  refusal      bytea,
  created_at   timestamptz(3) not null default now(),
  -- when a request last waited for it: an inspection that no request waits for is not handed to a runner
  seen_at      timestamptz(3) not null default now()
);
create index inspections_by_sight on inspections (seen_at);

-- What servers offered, each content once.
create table surface_bodies (
  server_id   text not null,
  -- SHA-256 of the canonical surface, in hex
  hash        text not null,
  project_id  text not null,
  -- the canonical surface, gzip
  body        bytea not null,
  primary key (server_id, hash)
);
create index surface_bodies_of_project on surface_bodies (project_id);

-- Times in which a server offered the same.
create table surface_periods (
  id             text primary key,
  -- orders the periods of a server, whatever the clocks say
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

-- Servers and projects that were deleted a short while ago: a look that is still under way writes nothing down.
create table surfaces_gone (
  -- of a server or a project; ids are never given twice
  id       text primary key,
  gone_at  timestamptz(3) not null default clock_timestamp()
);

-- What an authorization server has granted us for a saved server. A server has one at most.
create table oauth_grants (
  server_id        text primary key,
  project_id       text not null,
  grant_type       text not null check (grant_type in ('authorization_code', 'client_credentials')),
  -- the server's address that it was granted for; it is used on that origin alone
  server_url       text not null,
  -- where tokens are asked for, as much of it as is known
  authority        json not null,
  -- {accessToken?, refreshToken?, idToken?, client?, settings?}, sealed for this row
  sealed           bytea not null,
  scopes           text[] not null,
  -- null when nobody said
  expires_at       timestamptz(3),
  -- when to get another token; null when only a refusal tells
  refresh_at       timestamptz(3),
  -- another with every token, and never one that any grant had before, so that one who looked earlier cannot write
  version          bigint generated always as identity,
  state            text not null default 'active' check (state in ('active', 'lost')),
  -- who gets the next token, and until when nobody else tries
  lease_holder     text,
  lease_until      timestamptz(3),
  last_refresh_at  timestamptz(3),
  -- a Problem as JSON, of the last attempt
  last_error       json,
  -- not before then is another attempt made
  retry_at         timestamptz(3),
  created_at       timestamptz(3) not null default now(),
  updated_at       timestamptz(3) not null default now()
);
create index oauth_grants_of_project on oauth_grants (project_id);

-- Durable runs about a server: how ready it is for a directory, and how it conforms to the protocol. Runners make them, or
-- they are made elsewhere and reported.
create table directory_runs (
  id               text primary key,
  project_id       text not null,
  -- null for a run about something that is no saved server
  server_id        text,
  kind             text not null check (kind in ('readiness', 'conformance')),
  -- the publisher of the directory; or whether a conformance run is made by a runner or was reported
  variant          text not null check (variant in ('claude', 'openai', 'made', 'reported')),
  -- a run that a runner works on is pending here: its job in the queue says so
  status           text not null default 'pending' check (status in ('pending', 'running', 'completed', 'failed', 'cancelled')),
  -- of the runners that began it, once its job is gone
  attempts         integer not null default 0,
  -- what was asked for
  request          json not null,
  -- what it came to, in short; null until there is something
  outcome          json,
  -- gzip of the JSON of a readiness run's report
  report           bytea,
  terminal_reason  text,
  error_message    text,
  idempotency_key  text,
  request_hash     text,
  external_run_id  text,
  -- when the reporter of a run was last heard
  heard_at         timestamptz(3),
  created_at       timestamptz(3) not null default now(),
  updated_at       timestamptz(3) not null default now(),
  unique (server_id, variant, idempotency_key),
  unique (project_id, external_run_id)
);
create index directory_runs_by_age on directory_runs (project_id, kind, created_at, id);
create index directory_runs_open on directory_runs (project_id) where status = 'pending';
create index directory_runs_silent on directory_runs (heard_at) where status = 'running';

-- What each scenario of a conformance run came to.
create table conformance_results (
  run_id    text not null references directory_runs (id) on delete cascade,
  suite     text not null,
  scenario  text not null,
  status    text not null check (status in ('passed', 'warning', 'failed', 'skipped', 'notApplicable', 'couldNotRun')),
  reason    text,
  checks    json not null,
  -- of the report as it came, so that it can be repeated and not replaced
  digest    bytea,
  primary key (run_id, suite, scenario)
);

-- Servers that dial in. One row per saved server that ever was a tunnel.
create table tunnels (
  server_id         text primary key,
  project_id        text not null,
  -- names the tunnel in the saved server's address
  slug              text not null unique,
  -- who made the present token, and so has the machine behind it; and the key or session that it was made with
  created_by        text not null,
  organization_id   text,
  key_id            text,
  session_id        text,
  -- when it was last asked whether they may still hold it
  checked_at        timestamptz(3) not null default now(),
  -- SHA-256 of the token that opens a connection; null once the tunnel was closed
  token_hash        bytea unique,
  token_expires_at  timestamptz(3) not null,
  -- how many tokens there have been
  secret_version    integer not null,
  -- the connection that is open, and the relay that holds it; null while there is none
  attachment_id     text unique,
  relay_url         text,
  -- when that relay last said so
  beaten_at         timestamptz(3),
  created_at        timestamptz(3) not null default now()
);
create index tunnels_of_project on tunnels (project_id);

-- People on their way to connecting a server. Rows are gone a day after they ended.
create table connections (
  id               text primary key,
  organization_id  text not null,
  -- in whose name the server is saved
  user_id          text not null,
  key_id           text not null,
  -- the session that asked, if one did: a grant that comes back after it has ended finds no connection
  session_id       text,
  project_id       text,
  -- the saved server that is meant, if any; and the one that is used, known from the validation on
  meant_server_id  text,
  server_id        text,
  url              text not null,
  name             text,
  status           text not null check (status in ('discovering', 'awaiting_project', 'awaiting_authorization', 'authorizing', 'validating', 'ready', 'failed', 'cancelled')),
  error            json,
  -- how to get the grant, and what the way back is checked with; sealed, gone with the end
  sealed           bytea,
  -- SHA-256 of what the authorization server brings back, and of the browser's cookie
  state_hash       bytea unique,
  browser_hash     bytea,
  expires_at       timestamptz(3) not null,
  created_at       timestamptz(3) not null default now(),
  updated_at       timestamptz(3) not null default now()
);
create index connections_by_age on connections (updated_at);
