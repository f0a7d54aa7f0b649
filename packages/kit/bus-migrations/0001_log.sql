-- One row per topic. A publisher holds it until its commit, so positions have no gaps and become visible in order.
create table topics (
  name  text primary key,
  head  bigint not null
);

create table messages (
  topic         text not null,
  position      bigint not null,
  key           text not null,
  event_id      text not null,
  type          text not null,
  source        text not null,
  time          timestamptz(3) not null,
  value         bytea not null,
  traceparent   text,
  extensions    jsonb not null,
  published_at  timestamptz(3) not null default now(),
  primary key (topic, position)
);
create index messages_published_at on messages (published_at);

-- The position of a group in a topic. The id names the advisory lock of the one consumer that may move it.
create table positions (
  id          integer generated always as identity primary key,
  group_name  text not null,
  topic       text not null,
  position    bigint not null,
  -- when a consumer of the group was last here
  seen_at     timestamptz(3) not null default now(),
  unique (group_name, topic)
);
