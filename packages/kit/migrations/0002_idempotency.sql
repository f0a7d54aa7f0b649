-- What a request with an idempotency key was answered, for its repetitions.
create table idempotency_keys (
  organization_id  text not null,
  user_id          text not null,
  -- empty for a request that is about no project
  project_id       text not null,
  -- the path of the RPC
  rpc              text not null,
  key              text not null,
  -- SHA-256 of what was asked
  fingerprint      bytea not null,
  -- null only until the transaction that answers is over
  reply            json,
  created_at       timestamptz(3) not null default now(),
  primary key (organization_id, user_id, project_id, rpc, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
create index idempotency_keys_of_project on idempotency_keys (project_id);
