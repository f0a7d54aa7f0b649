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
