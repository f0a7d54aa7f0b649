-- Open work of a service, for runners: one row per item, deleted when the item ends.
create table work (
  id               text primary key,
  kind             text not null,
  -- A runner from outside of the installation is given only items of its own organization that ask for a label.
  organization_id  text,
  project_id       text not null,
  -- The labels that a runner needs to be given the item.
  labels           text[] not null default '{}',
  -- The items of one job have one group: groups of a project take turns. Empty for an item on its own.
  group_id         text not null default '',
  -- Only this runner is given the item: it holds what the work needs, such as an open browser.
  only_runner_id   text,
  task             bytea not null,
  timeout_ms       integer not null,
  traceparent      text,
  -- Another one with every hand-out, so that a late report of an earlier holder is told apart.
  fence            uuid not null default gen_random_uuid(),
  -- Hand-outs that were not given back.
  attempts         integer not null default 0,
  -- After this many hand-outs the silence of runners ends the item; 1 for work that must not be repeated.
  max_attempts     integer not null default 3,
  -- Its runner is asked to stop; the report of what was done until then counts.
  is_cancelled     boolean not null default false,
  runner_id        text,
  -- Null as long as the item waits.
  lease_until      timestamptz(3),
  created_at       timestamptz(3) not null default now()
);
-- Each queue is a range of this index, oldest item first: a claim looks at the heads of queues, not at all that waits. Of
-- the labels their hash, as a whole list may be too long for an index. It holds no column that a lease or a heartbeat
-- changes, so these write to no index.
create index work_by_queue on work (
  kind, (coalesce(organization_id, '')), project_id, (hash_array_extended(labels, 0)), (coalesce(only_runner_id, '')),
  group_id, created_at, id);

-- When work of each project was last handed out, so that no organization and no project keeps the others waiting.
create table work_turns (
  project_id    text primary key,
  -- The project itself where its organization is not known.
  organization  text not null,
  served_at     timestamptz not null
);

-- When work of each group was last handed out; forgotten after a day.
create table work_group_turns (
  group_id    text primary key,
  project_id  text not null,
  served_at   timestamptz not null
);
create index work_group_turns_by_age on work_group_turns (served_at);

-- Runners that said that they stop. Nothing is handed to them any more.
create table stopped_runners (
  runner_id   text primary key,
  stopped_at  timestamptz not null default now()
);
