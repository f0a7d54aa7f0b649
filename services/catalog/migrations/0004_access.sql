-- From the least to the most.
create type access_role as enum ('viewer', 'member', 'admin', 'owner');

drop view project_roles;
alter table memberships drop constraint memberships_role_check;
alter table memberships alter column role type access_role using role::access_role;

-- What somebody is in a project beside what the organization makes of them there.
create table project_members (
  project_id       text not null references projects (id) on delete cascade,
  organization_id  text not null references organizations (id) on delete cascade,
  user_id          text not null references users (id) on delete cascade,
  role             access_role not null,
  created_at       timestamptz(3) not null default now(),
  primary key (project_id, user_id)
);
create index project_members_of_organization on project_members (organization_id, user_id);
create index project_members_of_user on project_members (user_id);
insert into project_members (project_id, organization_id, user_id, role)
  select projects.id, organization_id, created_by, 'owner' from projects join memberships using (organization_id) where user_id = created_by;

-- Whoever creates a project owns it, also where the version before creates it.
create function give_project_to_creator() returns trigger language plpgsql as $$
begin
  insert into project_members (project_id, organization_id, user_id, role) values (new.id, new.organization_id, new.created_by, 'owner');
  return null;
end $$;
create trigger projects_of_creators after insert on projects for each row when (new.created_by is not null) execute function give_project_to_creator();

alter table organizations add column updated_at timestamptz(3) not null default now();
-- From then on nothing of it is to be seen; its rows go in their own time.
alter table organizations add column deleted_at timestamptz(3);
alter table projects add column deleted_at timestamptz(3);

-- Who may do what in which project. A pair without a row has no business there.
create view project_grants as
  select projects.id as project_id, projects.organization_id, memberships.user_id,
         greatest(project_members.role, case when memberships.role >= 'admin' or projects.visibility = 'public' then memberships.role end) as role
  from projects
  join organizations on organizations.id = projects.organization_id and organizations.deleted_at is null
  join memberships on memberships.organization_id = projects.organization_id
  left join project_members on project_members.project_id = projects.id and project_members.user_id = memberships.user_id
  where projects.deleted_at is null and (memberships.role >= 'admin' or projects.visibility = 'public' or project_members.user_id is not null);

-- The same for the version before, which knows members and admins: whoever may only read is nobody to it.
create view project_roles as
  select project_id, organization_id, user_id, case when role >= 'admin' then 'admin' else 'member' end as role from project_grants where role >= 'member';

-- What an organization changed of the installation's own settings.
create table organization_settings (
  organization_id      text primary key references organizations (id) on delete cascade,
  -- {swarms?, userTesting?}: what is absent is on
  features             jsonb not null default '{}',
  -- what one key may ask for; null for the installation's own
  requests_per_minute  integer check (requests_per_minute between 1 and 100000),
  request_burst        integer check (request_burst between 1 and 10000),
  concurrent_runs      integer check (concurrent_runs between 1 and 1000),
  -- {<brake>: {perMinute?, perDay?}}
  brakes               jsonb not null default '{}',
  -- {runsDays?, tracesDays?, sessionsDays?, auditDays?}: what is absent is as the installation has it
  retention            jsonb not null default '{}',
  updated_at           timestamptz(3) not null default now()
);

alter table api_keys add column last_used_at timestamptz(3);
alter table api_keys add column revoked_by text references users (id) on delete set null;
create index api_keys_of_user on api_keys (user_id, id);
create index api_keys_of_organization on api_keys (organization_id, id);

-- Somebody who signed in with a browser.
create table sessions (
  id               text primary key,
  user_id          text not null references users (id) on delete cascade,
  -- where they act; null while they belong nowhere
  organization_id  text references organizations (id) on delete set null,
  -- SHA-256 of the whole token
  hash             bytea not null unique,
  -- `password`, `oidc` or `invitation`
  method           text not null,
  user_agent       text not null default '',
  created_at       timestamptz(3) not null default now(),
  last_used_at     timestamptz(3) not null default now(),
  expires_at       timestamptz(3) not null
);
create index sessions_of_user on sessions (user_id, id);
create index sessions_by_end on sessions (expires_at);

-- One row. Whoever remembers who may do what asks for this number, and forgets everything when it is another one.
create table access_epoch (one boolean primary key default true check (one), epoch bigint not null);
insert into access_epoch (epoch) values (1);

-- Once for a transaction, however many rows it changes.
create function move_access_epoch() returns trigger language plpgsql as $$
declare
  this constant text := pg_current_xact_id()::text;
begin
  if current_setting('assay.access_moved_in', true) is not distinct from this then return null; end if;
  update access_epoch set epoch = epoch + 1;
  perform pg_notify('access', 'access_epoch'::regclass::oid::text);
  perform set_config('assay.access_moved_in', this, true);
  return null;
end $$;

-- Deferred: the one row is locked last and shortly, in whatever order a transaction touches the rest. What is written as it was moves nothing.
create constraint trigger access_of_keys after update of revoked_at, organization_id on api_keys
  deferrable initially deferred for each row when (old.revoked_at is distinct from new.revoked_at or old.organization_id is distinct from new.organization_id) execute function move_access_epoch();
create constraint trigger access_of_gone_keys after delete on api_keys
  deferrable initially deferred for each row execute function move_access_epoch();
create constraint trigger access_of_memberships after update of role on memberships
  deferrable initially deferred for each row when (old.role is distinct from new.role) execute function move_access_epoch();
create constraint trigger access_of_comings_and_goings after insert or delete on memberships
  deferrable initially deferred for each row execute function move_access_epoch();
create constraint trigger access_of_project_members after update of role on project_members
  deferrable initially deferred for each row when (old.role is distinct from new.role) execute function move_access_epoch();
create constraint trigger access_of_project_comings_and_goings after insert or delete on project_members
  deferrable initially deferred for each row execute function move_access_epoch();
create constraint trigger access_of_projects after update of visibility, deleted_at on projects
  deferrable initially deferred for each row when (old.visibility is distinct from new.visibility or old.deleted_at is distinct from new.deleted_at) execute function move_access_epoch();
create constraint trigger access_of_gone_projects after delete on projects
  deferrable initially deferred for each row execute function move_access_epoch();
create constraint trigger access_of_organizations after update of deleted_at on organizations
  deferrable initially deferred for each row when (old.deleted_at is distinct from new.deleted_at) execute function move_access_epoch();
create constraint trigger access_of_gone_organizations after delete on organizations
  deferrable initially deferred for each row execute function move_access_epoch();
create constraint trigger access_of_settings after update on organization_settings
  deferrable initially deferred for each row when (to_jsonb(old) - 'updated_at' is distinct from to_jsonb(new) - 'updated_at') execute function move_access_epoch();
create constraint trigger access_of_new_and_gone_settings after insert or delete on organization_settings
  deferrable initially deferred for each row execute function move_access_epoch();
create constraint trigger access_of_sessions after update of organization_id, expires_at on sessions
  deferrable initially deferred for each row when (old.organization_id is distinct from new.organization_id or old.expires_at is distinct from new.expires_at) execute function move_access_epoch();
-- Of a session that has ended, or that nobody used for an hour, nobody remembers anything.
create constraint trigger access_of_ended_sessions after delete on sessions
  deferrable initially deferred for each row when (old.expires_at > now() and old.last_used_at > now() - interval '1 hour') execute function move_access_epoch();
