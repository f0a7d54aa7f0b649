-- People on their way to connecting a server. Rows are gone a day after they ended.
create table connections (
  id               text primary key,
  organization_id  text not null,
  -- in whose name the server is saved
  user_id          text not null,
  key_id           text not null,
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
