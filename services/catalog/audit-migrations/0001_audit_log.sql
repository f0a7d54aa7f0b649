-- The migration role owns this schema, and only the role of the catalog may use it: what is granted to PUBLIC here, the
-- catalog may do. It can read and insert, and deletes only by the functions below.

-- The audit log is append-only. It has no foreign keys, because an entry outlives the objects that it names.
create table audit_log (
  organization_id  text not null,
  at               timestamptz(3) not null,
  id               text not null,
  -- numbers entries in the order of their arrival, serially for each organization, so that an export misses none
  position         bigint not null,
  -- the operationId, or the name of an RPC without an operation
  operation        text not null,
  outcome          text not null,
  user_id          text,
  key_id           text,
  session_id       text,
  project_id       text,
  request_id       text not null,
  target           json not null,
  before           json,
  after            json,
  -- of the entry with the position before it; null for the first one
  previous_hash    bytea,
  -- over the entry and the previous hash (packages/contract/src/areas/audit-log/entry-hash.ts)
  hash             bytea not null,
  primary key (organization_id, at, id)
) partition by range (at);
create sequence audit_log_positions as bigint owned by audit_log.position;
alter table audit_log alter column position set default nextval('audit_log_positions');
create index audit_log_as_it_came_in on audit_log (organization_id, position);
create index audit_log_of_project on audit_log (organization_id, project_id, at, id) where project_id is not null;
create index audit_log_of_user on audit_log (organization_id, user_id, at, id) where user_id is not null;
create index audit_log_of_key on audit_log (organization_id, key_id, at, id) where key_id is not null;
create index audit_log_of_operation on audit_log (organization_id, operation, at, id);
create index audit_log_of_refusals on audit_log (organization_id, at, id) where outcome = 'refused';

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- No retention is shorter than 30 days.
    if current_setting('assay.pruning', true) = 'on' and old.at < now() - interval '30 days' then return old; end if;
    if current_setting('assay.pruning', true) = 'moving' and tg_table_name = 'audit_log_rest' then return old; end if;
  end if;
  raise exception 'The audit log is only ever added to.' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_stays before update or delete on audit_log for each row execute function refuse_audit_change();
create trigger audit_log_stays_whole before truncate on audit_log for each statement execute function refuse_audit_change();

-- Entries of months without a partition.
create table audit_log_rest partition of audit_log default;
create trigger audit_log_rest_stays_whole before truncate on audit_log_rest for each statement execute function refuse_audit_change();

-- Makes the partition of a month in UTC, and moves earlier entries of that month into it.
create function make_audit_partition(month date) returns void language plpgsql security definer set search_path from current as $$
declare
  name constant text := 'audit_log_' || to_char(month, 'YYYY_MM');
  first constant timestamptz := date_trunc('month', month::timestamp) at time zone 'UTC';
  next constant timestamptz := (date_trunc('month', month::timestamp) + interval '1 month') at time zone 'UTC';
begin
  perform pg_advisory_xact_lock('audit_log'::regclass::bigint);
  if to_regclass(name) is not null then return; end if;
  lock table audit_log_rest in access exclusive mode;
  execute format('create table %I (like audit_log including defaults including indexes)', name);
  perform set_config('assay.pruning', 'moving', true);
  execute format('with moved as (delete from audit_log_rest where at >= %L and at < %L returning *) insert into %I select * from moved', first, next, name);
  perform set_config('assay.pruning', 'off', true);
  execute format('alter table audit_log attach partition %I for values from (%L) to (%L)', name, first, next);
  execute format('create trigger %I before truncate on %I for each statement execute function refuse_audit_change()', name || '_stays_whole', name);
end $$;

-- Deletes at most about `most` entries of an organization that are older than `days`, oldest first; answers their number,
-- which is below `most` only when none are left. An entry stays while one that was stored before it stays, so that the
-- chain of hashes has no gap. Entries of the last 30 days are refused by the trigger.
create function prune_audit_log(organization text, days integer, most integer) returns integer
language plpgsql security definer set search_path from current as $$
declare
  oldest constant timestamptz := now() - make_interval(days => days);
  first_kept bigint;
  last_at timestamptz;
  last_position bigint;
  deleted integer;
begin
  select position into first_kept from audit_log
  where organization_id = organization and at >= oldest order by position limit 1;
  select max(due.at), max(due.position) into last_at, last_position from (
    select at, position from audit_log
    where organization_id = organization and at < oldest and (first_kept is null or position < first_kept)
    order by position limit most) as due;
  perform set_config('assay.pruning', 'on', true);
  delete from audit_log where organization_id = organization and at <= last_at and position <= last_position;
  get diagnostics deleted = row_count;
  perform set_config('assay.pruning', 'off', true);
  return deleted;
end $$;

-- Drops the partitions of past months that have no entries. A drop blocks writers of the log, so it locks only for a
-- partition that was seen empty, and gives up after 5 seconds.
create function drop_empty_audit_partitions() returns void
language plpgsql security definer set search_path from current set lock_timeout = '5s' as $$
declare
  part text;
  has_entries boolean;
begin
  for part in
    select relname from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'audit_log'::regclass and relname ~ '^audit_log_\d{4}_\d{2}$'
      and (to_date(right(relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC' <= now()
    order by 1
  loop
    execute format('select exists (select from %I)', part) into has_entries;
    continue when has_entries;
    lock table audit_log in access exclusive mode;
    execute format('select exists (select from %I)', part) into has_entries;
    if not has_entries then execute format('drop table %I', part); end if;
  end loop;
end $$;

grant select, insert on audit_log to public;
grant usage on sequence audit_log_positions to public;
