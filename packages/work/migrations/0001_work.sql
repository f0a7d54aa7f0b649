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

-- The open items of this table, by kind and labels: how many wait for a runner, how many a runner holds, and how long the
-- queue that has waited longest was not served, in seconds. A queue (index `work_by_queue`) waits since its oldest item was
-- made, or since its group was last served. Items for one runner alone and cancelled items wait for no other runner, so they
-- do not count. It steps over the queues like a claim, and reads at most 1,000 items of each.
create view queue_depths as
with recursive queues as (
  (select kind, coalesce(organization_id, '') as organization_key, project_id, hash_array_extended(labels, 0) as labels_key,
          coalesce(only_runner_id, '') as runner_key, group_id, labels
   from work
   order by kind, coalesce(organization_id, ''), project_id, hash_array_extended(labels, 0), coalesce(only_runner_id, ''),
            group_id, created_at, id limit 1)
  union all
  select head.* from queues q cross join lateral (
    select kind, coalesce(organization_id, '') as organization_key, project_id, hash_array_extended(labels, 0) as labels_key,
           coalesce(only_runner_id, '') as runner_key, group_id, labels
    from work
    where (kind, coalesce(organization_id, ''), project_id, hash_array_extended(labels, 0), coalesce(only_runner_id, ''), group_id)
        > (q.kind, q.organization_key, q.project_id, q.labels_key, q.runner_key, q.group_id)
    order by kind, coalesce(organization_id, ''), project_id, hash_array_extended(labels, 0), coalesce(only_runner_id, ''),
             group_id, created_at, id limit 1) head)
select q.kind, q.labels, sum(depth.waiting)::bigint as waiting, sum(depth.held)::bigint as held,
       coalesce(max(greatest(extract(epoch from now() - greatest(depth.oldest, g.served_at)), 0)) filter (where depth.waiting > 0), 0)::double precision
         as oldest_age_seconds
from queues q
cross join lateral (
  select count(*) filter (where item.is_free) as waiting, count(*) filter (where item.is_held) as held,
         min(item.created_at) filter (where item.is_free) as oldest
  from (
    select created_at, coalesce(lease_until >= now(), false) as is_held,
           not is_cancelled and (lease_until is null or (lease_until < now() and attempts < max_attempts)) as is_free
    from work w
    where w.kind = q.kind and coalesce(w.organization_id, '') = q.organization_key and w.project_id = q.project_id
      and hash_array_extended(w.labels, 0) = q.labels_key and coalesce(w.only_runner_id, '') = q.runner_key
      and w.group_id = q.group_id
    order by w.created_at, w.id limit 1000) item) depth
left join work_group_turns g on g.group_id = q.group_id and g.project_id = q.project_id
where q.runner_key = ''
group by q.kind, q.labels;

-- All open work of the service. A service whose work is in tables of its own adds it here.
create view open_work as select kind, labels, waiting, held, oldest_age_seconds from queue_depths;
