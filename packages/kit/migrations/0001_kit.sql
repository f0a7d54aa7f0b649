-- Tables that every service has in its schema, before the tables of its own migrations.

-- Events that are true and not yet on the bus.
create table outbox (
  id           bigint generated always as identity primary key,
  topic        text not null,
  key          text not null,
  event_id     text not null,
  type         text not null,
  value        bytea not null,
  traceparent  text,
  created_at   timestamptz(3) not null default now()
);

-- Events whose effect is in this schema.
create table inbox (
  event_id     text primary key,
  received_at  timestamptz(3) not null default now()
);
create index inbox_received_at on inbox (received_at);

-- The answers to requests with an idempotency key, for their repetitions.
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

-- Tasks that one replica at a time does: their names, and when the next replica may take them.
create table task_turns (
  name     text primary key,
  free_at  timestamptz not null
);

-- Projects and organizations that are gone, as long as something of them is left here, or may still be written.
create table purges (
  id            text primary key,
  -- `project` or `organization`
  kind          text not null,
  -- how many of the places where something of it was kept are empty by now
  step          integer not null default 0,
  requested_at  timestamptz(3) not null default now(),
  -- when to go on; not rounded, which would put off what is due now
  due_at        timestamptz not null default now()
);
create index purges_due on purges (due_at);
