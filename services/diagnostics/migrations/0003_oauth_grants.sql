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
