-- Who changed what. Rows are only ever added; no foreign key leads away, because an entry outlives what it tells of.
create table audit_log (
  organization_id  text not null,
  at               timestamptz(3) not null,
  id               text not null,
  -- counts entries in the order in which they came in, which is one by one for each organization: an export loses none
  position         bigint not null,
  -- the operationId, or the name of an RPC that is no operation's
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
  if tg_op = 'DELETE' and current_setting('assay.pruning', true) = 'on' then return old; end if;
  raise exception 'The audit log is only ever added to.' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_stays before update or delete on audit_log for each row execute function refuse_audit_change();
create trigger audit_log_stays_whole before truncate on audit_log for each statement execute function refuse_audit_change();

-- What belongs to no month that there is a partition of.
create table audit_log_rest partition of audit_log default;
create trigger audit_log_rest_stays_whole before truncate on audit_log_rest for each statement execute function refuse_audit_change();

-- Makes the partition of a month in UTC, and moves into it what came in before it was there.
create function make_audit_partition(month date) returns void language plpgsql as $$
declare
  name constant text := 'audit_log_' || to_char(month, 'YYYY_MM');
  first constant timestamptz := date_trunc('month', month::timestamp) at time zone 'UTC';
  next constant timestamptz := (date_trunc('month', month::timestamp) + interval '1 month') at time zone 'UTC';
begin
  perform pg_advisory_xact_lock('audit_log'::regclass::bigint);
  if to_regclass(name) is not null then return; end if;
  lock table audit_log_rest in access exclusive mode;
  execute format('create table %I (like audit_log including defaults including indexes)', name);
  perform set_config('assay.pruning', 'on', true);
  execute format('with moved as (delete from audit_log_rest where at >= %L and at < %L returning *) insert into %I select * from moved', first, next, name);
  perform set_config('assay.pruning', 'off', true);
  execute format('alter table audit_log attach partition %I for values from (%L) to (%L)', name, first, next);
  execute format('create trigger %I before truncate on %I for each statement execute function refuse_audit_change()', name || '_stays_whole', name);
end $$;
