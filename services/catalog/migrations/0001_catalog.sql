-- ## People, organizations and projects

create table users (
  id             text primary key,
  email          text not null,
  name           text not null,
  -- argon2id in PHC format; null for an account without a password
  password_hash  text,
  -- true when the owner has proven the address; until then single sign-on with that address takes the account over
  address_proven boolean not null default false,
  created_at     timestamptz(3) not null default now(),
  updated_at     timestamptz(3) not null default now()
);
create unique index users_email on users (lower(email));

-- From the lowest to the highest role.
create type access_role as enum ('viewer', 'member', 'admin', 'owner');

create table organizations (
  id          text primary key,
  name        text not null,
  created_by  text references users (id) on delete set null,
  created_at  timestamptz(3) not null default now(),
  updated_at  timestamptz(3) not null default now(),
  -- hidden from then on; the purge deletes its rows
  deleted_at  timestamptz(3)
);

-- At most one row: the first organization of the installation, also after its deletion. Grants that name no organization are for this one.
create table installation (
  one                    boolean primary key default true check (one),
  first_organization_id  text not null
);

create table memberships (
  organization_id  text not null references organizations (id) on delete cascade,
  user_id          text not null references users (id) on delete cascade,
  role             access_role not null,
  -- `oidc` while groups of the OpenID provider decide the role
  source           text not null default 'manual' check (source in ('manual', 'oidc')),
  created_at       timestamptz(3) not null default now(),
  primary key (organization_id, user_id)
);
create index memberships_of_user on memberships (user_id);

create table projects (
  id               text primary key,
  organization_id  text not null references organizations (id) on delete cascade,
  name             text not null,
  visibility       text not null default 'public' check (visibility in ('public', 'private')),
  -- description, icon
  body             jsonb not null default '{}',
  created_by       text references users (id) on delete set null,
  created_at       timestamptz(3) not null default now(),
  updated_at       timestamptz(3) not null default now(),
  -- as in organizations
  deleted_at       timestamptz(3)
);
create index projects_of_organization on projects (organization_id, id);

-- Roles in projects, beside the roles in their organization.
create table project_members (
  project_id       text not null references projects (id) on delete cascade,
  organization_id  text not null references organizations (id) on delete cascade,
  user_id          text not null references users (id) on delete cascade,
  role             access_role not null,
  -- as in memberships
  source           text not null default 'manual' check (source in ('manual', 'oidc')),
  created_at       timestamptz(3) not null default now(),
  primary key (project_id, user_id)
);
create index project_members_of_organization on project_members (organization_id, user_id);
create index project_members_of_user on project_members (user_id);

-- The latest change of each part of a project. A part's places rise in the order of its changes, as its row is locked.
create sequence project_change_places;
create table project_changes (
  project_id  text not null references projects (id) on delete cascade,
  part        text not null,
  place       bigint not null default nextval('project_change_places'),
  primary key (project_id, part)
);

-- The creator of a project owns it.
create function give_project_to_creator() returns trigger language plpgsql as $$
begin
  insert into project_members (project_id, organization_id, user_id, role) values (new.id, new.organization_id, new.created_by, 'owner');
  return null;
end $$;
create trigger projects_of_creators after insert on projects for each row when (new.created_by is not null) execute function give_project_to_creator();

-- Settings of an organization that differ from the installation's.
create table organization_settings (
  organization_id      text primary key references organizations (id) on delete cascade,
  -- {swarms?, userTesting?}: an absent feature is on
  features             jsonb not null default '{}',
  -- limits of one key; null for the installation's
  requests_per_minute  integer check (requests_per_minute between 1 and 100000),
  request_burst        integer check (request_burst between 1 and 10000),
  concurrent_runs      integer check (concurrent_runs between 1 and 1000),
  -- limits of one run; null for the installation's
  run_minutes          integer check (run_minutes between 1 and 10080),
  queue_minutes        integer check (queue_minutes between 1 and 43200),
  repetitions          integer check (repetitions between 1 and 100),
  -- {<brake>: {perMinute?, perDay?}}
  brakes               jsonb not null default '{}',
  -- {runsDays?, tracesDays?, sessionsDays?, auditDays?}: an absent number is the installation's
  retention            jsonb not null default '{}',
  -- whether only admins save commands; null for the installation's
  commands_need_admin  boolean,
  updated_at           timestamptz(3) not null default now()
);

-- The role of each person in each project. A pair without a row has no access.
create view project_grants as
  select projects.id as project_id, projects.organization_id, memberships.user_id,
         greatest(project_members.role, case when memberships.role >= 'admin' or projects.visibility = 'public' then memberships.role end) as role
  from projects
  join organizations on organizations.id = projects.organization_id and organizations.deleted_at is null
  join memberships on memberships.organization_id = projects.organization_id
  left join project_members on project_members.project_id = projects.id and project_members.user_id = memberships.user_id
  where projects.deleted_at is null and (memberships.role >= 'admin' or projects.visibility = 'public' or project_members.user_id is not null);

-- Rows that are not deleted; only the purge reads deleted ones.
create view live_organizations as
  select id, name, created_by, created_at, updated_at from organizations where deleted_at is null;
create view live_projects as
  select id, organization_id, name, visibility, body, created_by, created_at, updated_at from projects where deleted_at is null;
create view live_memberships as
  select organization_id, user_id, role, source, memberships.created_at from memberships join organizations on id = organization_id where deleted_at is null;

-- ## Secrets

-- Values that headers and variables of saved servers refer to.
create table secrets (
  id            text primary key,
  project_id    text not null references projects (id) on delete cascade,
  name          text not null,
  -- the name as it is compared: without case and invisible characters
  folded_name   text not null,
  description   text,
  -- the value, sealed for this row
  sealed_value  bytea not null,
  revision      integer not null default 1,
  created_at    timestamptz(3) not null default now(),
  updated_at    timestamptz(3) not null default now(),
  -- when the present value was written
  rotated_at    timestamptz(3) not null default now(),
  unique (project_id, folded_name)
);
create index secrets_of_project on secrets (project_id, id);

-- ## Saved servers

create table servers (
  id                 text primary key,
  project_id         text not null references projects (id) on delete cascade,
  name               text not null,
  enabled            boolean not null,
  transport          text not null check (transport in ('http', 'stdio')),
  -- the settings that members may read
  body               jsonb not null,
  -- {headers?, env?, clientSecret?, url?, secrets?}, sealed for this row; null when there are none
  credentials        bytea,
  has_client_secret  boolean not null,
  -- the names of sealed headers and variables, which readers may see
  header_names       text[] not null default '{}',
  env_names          text[] not null default '{}',
  -- {headers?, env?}: name -> {secretId, prefix?}; the values of these secrets are in the sealed credentials
  secret_references  jsonb not null default '{}',
  revision           integer not null default 1,
  -- the user who saved it last
  updated_by         text,
  created_at         timestamptz(3) not null default now(),
  updated_at         timestamptz(3) not null default now(),
  unique (project_id, name)
);
create index servers_of_project on servers (project_id, id);

-- Summaries of the doctor's reports about saved servers: the last 200 of each.
create table server_diagnoses (
  id            text primary key,
  project_id    text not null,
  server_id     text not null references servers (id) on delete cascade,
  diagnosed_at  timestamptz(3) not null default now(),
  -- the user who asked
  user_id       text,
  state         text not null check (state in ('unusable', 'look', 'well')),
  cause         text,
  -- the other fields of a ServerDiagnosis
  body          json not null,
  -- of the last diagnosis of a server; null in all others
  checks        json
);
create index server_diagnoses_of_server on server_diagnoses (server_id, id);
create index server_diagnoses_of_project on server_diagnoses (project_id, diagnosed_at);

-- The present state of each server that was diagnosed, or whose surface has changed.
create table server_states (
  server_id     text primary key references servers (id) on delete cascade,
  project_id    text not null,
  -- the last diagnosis; null while there is none
  diagnosis_id  text,
  -- the state by the last diagnosis alone
  diagnosed     text check (diagnosed in ('unusable', 'look', 'well')),
  cause         text,
  -- when the state or its cause became what it is
  since         timestamptz(3),
  ready_at      timestamptz(3),
  tool_count    integer,
  sign_in       text,
  -- the changes of the present surface from the one before
  breaking      integer not null default 0,
  additive      integer not null default 0,
  cosmetic      integer not null default 0,
  changed_at    timestamptz(3),
  state         text not null generated always as (
    case when diagnosed is null then 'unknown'
      when diagnosed = 'well' and breaking > 0 then 'look' else diagnosed end) stored
);
create index server_states_of_project on server_states (project_id);

-- Changes of the state of servers, and of what they offer.
create table server_changes (
  id          text primary key,
  project_id  text not null,
  server_id   text not null references servers (id) on delete cascade,
  at          timestamptz(3) not null default now(),
  kind        text not null check (kind in ('diagnosis', 'surface')),
  -- null for the first diagnosis
  from_state  text,
  from_cause  text,
  to_state    text not null,
  to_cause    text,
  user_id     text,
  breaking    integer,
  additive    integer,
  cosmetic    integer
);
create index server_changes_of_project on server_changes (project_id, id);
create index server_changes_of_server on server_changes (server_id);

-- A cache of answers of sources of published servers, fresh for some minutes, and used while a source is down.
create table registry_answers (
  source      text not null,
  -- the path and query of the request
  request     text not null,
  body        json not null,
  fetched_at  timestamptz(3) not null default now(),
  primary key (source, request)
);
create index registry_answers_by_age on registry_answers (fetched_at);

-- The latest version of every published server that any search found.
create table registry_servers (
  id            text primary key,
  source        text not null,
  name          text not null,
  version       text not null,
  content_hash  text not null,
  -- the source's entry, server.json included
  entry         json not null,
  -- when this version was first found
  updated_at    timestamptz(3) not null default now(),
  unique (source, name)
);
create index registry_servers_by_name on registry_servers (name, id);

-- The published server that a saved server comes from.
create table registry_installs (
  server_id           text primary key references servers (id) on delete cascade,
  project_id          text not null references projects (id) on delete cascade,
  registry_server_id  text not null references registry_servers (id),
  version             text not null,
  content_hash        text not null,
  -- the destination of the saved credentials: an origin or a package
  destination         text not null,
  installed_by        text references users (id) on delete set null,
  installed_at        timestamptz(3) not null default now(),
  unique (project_id, registry_server_id)
);
create index registry_installs_of_entry on registry_installs (registry_server_id);

-- ## Keys, sessions and other credentials

create table api_keys (
  id               text primary key,
  -- null once the organization is gone: the key is orphaned, and refused with that reason
  organization_id  text references organizations (id) on delete set null,
  user_id          text not null references users (id) on delete cascade,
  name             text not null,
  -- SHA-256 of the whole key
  hash             bytea not null unique,
  -- the first characters, to recognise the key in a list
  prefix           text not null,
  created_at       timestamptz(3) not null default now(),
  last_used_at     timestamptz(3),
  revoked_at       timestamptz(3),
  revoked_by       text references users (id) on delete set null
);
create index api_keys_of_user on api_keys (user_id, id);
create index api_keys_of_organization on api_keys (organization_id, id);

-- Browser sessions.
create table sessions (
  id               text primary key,
  user_id          text not null references users (id) on delete cascade,
  -- the present organization; null for a user without one
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
create index sessions_by_use on sessions (last_used_at);
create index sessions_of_organization on sessions (organization_id);

-- The holder of the link may become a member. A row is deleted when the invitation is accepted, revoked or replaced.
create table invitations (
  id               text primary key,
  organization_id  text not null references organizations (id) on delete cascade,
  -- the project of the role; null for the whole organization
  project_id       text references projects (id) on delete cascade,
  email            text not null,
  role             access_role not null,
  -- SHA-256 of the link's token
  hash             bytea not null unique,
  invited_by       text references users (id) on delete set null,
  created_at       timestamptz(3) not null default now(),
  expires_at       timestamptz(3) not null
);
create unique index invitations_of_email on invitations (lower(email), organization_id);
create index invitations_of_organization on invitations (organization_id, id);
create index invitations_of_project on invitations (project_id);
create index invitations_of_user on invitations (invited_by);
create index invitations_by_end on invitations (expires_at);

-- Identities of users at an OpenID provider.
create table identities (
  issuer      text not null,
  subject     text not null,
  user_id     text not null references users (id) on delete cascade,
  created_at  timestamptz(3) not null default now(),
  primary key (issuer, subject),
  -- One identity of a user at each issuer: another subject with the account's e-mail address is another person.
  unique (issuer, user_id)
);
create index identities_of_user on identities (user_id);

-- Open sign-ins of browsers at the OpenID provider.
create table sign_in_attempts (
  -- SHA-256 of the state parameter of the callback
  state_hash    bytea primary key,
  -- SHA-256 of the browser's cookie
  browser_hash  bytea not null,
  -- {nonce, codeVerifier, returnTo}, sealed for this row: returnTo may be the secret link of an invitation
  sealed        bytea not null,
  expires_at    timestamptz(3) not null
);
create index sign_in_attempts_by_end on sign_in_attempts (expires_at);

-- The newest password reset of each account; the holder of its link chooses the password.
create table password_resets (
  user_id     text primary key references users (id) on delete cascade,
  -- SHA-256 of the link's token
  hash        bytea not null unique,
  made_by     text not null references users (id) on delete cascade,
  created_at  timestamptz(3) not null default now(),
  expires_at  timestamptz(3) not null
);
create index password_resets_of_maker on password_resets (made_by);
create index password_resets_by_end on password_resets (expires_at);

-- A changed or removed password ends the resets of this account, and the resets that this account made for others.
create function forget_password_reset() returns trigger language plpgsql as $$
begin
  delete from password_resets where user_id = new.id or made_by = new.id;
  return null;
end $$;
create trigger password_resets_of_changed after update of password_hash on users
  for each row when (old.password_hash is distinct from new.password_hash) execute function forget_password_reset();

-- ## Models and spending

-- Settings with which an organization reaches model providers.
create table model_providers (
  organization_id  text not null references organizations (id) on delete cascade,
  provider         text not null,
  base_url         text,
  -- the key, sealed for this row; null where none is needed
  sealed_key       bytea,
  updated_at       timestamptz(3) not null default now(),
  primary key (organization_id, provider)
);

-- The projects of suites, as the service that owns suites tells of them.
create table suite_projects (
  suite_id    text primary key,
  project_id  text not null references projects (id) on delete cascade
);
create index suite_projects_of_project on suite_projects (project_id);

create table budgets (
  id               text primary key,
  organization_id  text not null references organizations (id) on delete cascade,
  -- the project whose deletion deletes the budget, where one is known
  project_id       text references projects (id) on delete cascade,
  scope_kind       text not null check (scope_kind in ('organization', 'project', 'suite', 'run', 'key')),
  scope_id         text not null,
  period           text not null check (period in ('day', 'total')),
  unit             text not null check (unit in ('usd', 'tokens')),
  -- in tokens, or in millionths of a US dollar, as are spent and reserved
  limit_amount     bigint not null check (limit_amount >= 0),
  -- the start of the day that spent and reserved are of; the Unix epoch when the period is total
  window_start     timestamptz(3) not null,
  spent            bigint not null default 0,
  reserved         bigint not null default 0,
  created_at       timestamptz(3) not null default now(),
  updated_at       timestamptz(3) not null default now(),
  unique (organization_id, scope_kind, scope_id, period, unit)
);
create index budgets_of_project on budgets (project_id);
create index budgets_of_scope on budgets (scope_id);

-- The ledger: every model call, inserted before it is made. A row outlives its project and key.
create table model_calls (
  id                     text primary key,
  organization_id        text not null,
  project_id             text not null,
  suite_id               text not null,
  run_id                 text not null,
  key_id                 text not null,
  -- The runner token of a runner outside of the installation; null for the installation's own runners.
  token_id               text,
  -- provider/name
  model                  text not null,
  purpose                text not null,
  state                  text not null default 'reserved' check (state in ('reserved', 'settled', 'lapsed')),
  -- US dollars per million tokens, so millionths of a dollar per token; null when the price is unknown
  input_price            numeric,
  output_price           numeric,
  cached_input_price     numeric,
  reserved_input_tokens  bigint not null check (reserved_input_tokens >= 0),
  reserved_output_tokens bigint not null check (reserved_output_tokens >= 0),
  reserved_tokens        bigint not null generated always as (reserved_input_tokens + reserved_output_tokens) stored,
  reserved_micros        bigint generated always as (ceil(reserved_input_tokens * input_price + reserved_output_tokens * output_price)) stored,
  -- the usage; null while the call is reserved
  input_tokens           bigint check (input_tokens >= 0),
  output_tokens          bigint check (output_tokens >= 0),
  cached_input_tokens    bigint check (cached_input_tokens between 0 and input_tokens),
  tokens                 bigint generated always as (input_tokens + output_tokens) stored,
  cost_micros            bigint generated always as (
    case when input_tokens = 0 and output_tokens = 0 then 0
    else ceil((input_tokens - cached_input_tokens) * input_price + cached_input_tokens * coalesce(cached_input_price, input_price) + output_tokens * output_price) end) stored,
  created_at             timestamptz(3) not null,
  -- The end of the reservation, unless the runner extends it; set by every reservation.
  reserved_until         timestamptz(3),
  settled_at             timestamptz(3)
);
create index model_calls_of_organization on model_calls (organization_id, created_at);
-- for a new budget, which counts recently settled, open and lapsed calls under a table lock
create index model_calls_by_end on model_calls (organization_id, settled_at);
create index model_calls_lapsed on model_calls (organization_id) where state = 'lapsed';
create index model_calls_of_project on model_calls (project_id) where project_id <> '';
create index model_calls_of_run on model_calls (run_id) where run_id <> '';
create index model_calls_open on model_calls (reserved_until) where state = 'reserved';
-- for retention: a block of calls is of one time
create index model_calls_by_age on model_calls using brin (created_at);

-- Credentials of runners outside of the installation.
create table runner_tokens (
  id               text primary key,
  organization_id  text not null references organizations (id) on delete cascade,
  -- the only project of the runner; null for the whole organization
  project_id       text references projects (id) on delete cascade,
  name             text not null,
  labels           text[] not null,
  -- SHA-256 of the whole token
  hash             bytea not null unique,
  -- the first characters, to recognise the token in a list
  prefix           text not null,
  created_by       text references users (id) on delete set null,
  created_at       timestamptz(3) not null default now(),
  last_used_at     timestamptz(3),
  revoked_at       timestamptz(3)
);
create index runner_tokens_of_organization on runner_tokens (organization_id, id);
create index runner_tokens_of_project on runner_tokens (project_id);

-- ## Chat sessions

-- The index of chat sessions, without their transcripts.
create table chat_sessions (
  id                text primary key,
  organization_id   text not null references organizations (id) on delete cascade,
  project_id        text not null references projects (id) on delete cascade,
  user_id           text not null references users (id) on delete cascade,
  title             text not null default '',
  status            text not null check (status in ('active', 'archived')),
  visibility        text not null check (visibility in ('private', 'project')),
  is_pinned         boolean not null,
  is_unread         boolean not null,
  created_at        timestamptz(3) not null,
  last_activity_at  timestamptz(3) not null,
  -- of the session in environments: an event with another one that is not higher changes nothing
  version           integer not null default 0
);
-- Deleted sessions, so that a late event brings none back; kept for some days.
create table deleted_chat_sessions (
  id          text primary key,
  deleted_at  timestamptz(3) not null default now()
);
create index chat_sessions_of_organization on chat_sessions (organization_id, status, last_activity_at desc, id desc);
create index chat_sessions_of_project on chat_sessions (project_id, status, last_activity_at desc, id desc);
create index chat_sessions_of_user on chat_sessions (user_id);
create index chat_sessions_by_activity on chat_sessions (last_activity_at);

-- ## Applications and their grants

-- Applications that registered themselves (RFC 7591). They are public: none has a secret.
create table applications (
  id             text primary key,
  name           text not null,
  redirect_uris  text[] not null,
  created_at     timestamptz(3) not null default now(),
  -- when tokens were last issued to it; null before the first grant
  used_at        timestamptz(3)
);
create index applications_by_use on applications (coalesce(used_at, created_at));

-- A person lets an application act for them in one organization. A row is deleted when the grant ends.
create table application_grants (
  id                text primary key,
  user_id           text not null references users (id) on delete cascade,
  organization_id   text not null references organizations (id) on delete cascade,
  -- `assay-cli`, the id of a row of `applications`, or the address of the application's metadata
  application_id    text not null,
  application_name  text not null,
  scopes            text[] not null,
  audiences         text[] not null,
  created_at        timestamptz(3) not null default now(),
  last_used_at      timestamptz(3) not null default now(),
  expires_at        timestamptz(3) not null
);
create index application_grants_of_user on application_grants (user_id, id);
create index application_grants_of_organization on application_grants (organization_id, user_id);
create index application_grants_by_end on application_grants (expires_at);

-- Used refresh tokens stay until the end of their grant: the second use of one ends it.
create table grant_tokens (
  -- SHA-256 of the whole token
  hash        bytea primary key,
  grant_id    text not null references application_grants (id) on delete cascade,
  -- `access` or `refresh`
  kind        text not null,
  used_at     timestamptz(3),
  expires_at  timestamptz(3) not null
);
create index grant_tokens_of_grant on grant_tokens (grant_id);
create index grant_tokens_by_end on grant_tokens (expires_at);

-- A used code stays until it expires: its second use ends the grant.
create table authorization_codes (
  -- SHA-256 of the code
  hash             bytea primary key,
  -- {applicationId, applicationName, redirectUri, challenge, scopes, audiences}
  request          jsonb not null,
  user_id          text not null references users (id) on delete cascade,
  organization_id  text not null references organizations (id) on delete cascade,
  used_at          timestamptz(3),
  -- the grant that its use made, which may have ended since
  grant_id         text,
  expires_at       timestamptz(3) not null
);
create index authorization_codes_by_end on authorization_codes (expires_at);
create index authorization_codes_of_user on authorization_codes (user_id);

create table device_authorizations (
  -- SHA-256 of the device code
  hash             bytea primary key,
  -- SHA-256 of the letters of the user code
  user_code_hash   bytea not null unique,
  -- {applicationId, applicationName, scopes, audiences}
  request          jsonb not null,
  interval_s       integer not null,
  polled_at        timestamptz(3),
  -- who allowed it, in which organization; null before
  user_id          text references users (id) on delete cascade,
  organization_id  text references organizations (id) on delete cascade,
  denied_at        timestamptz(3),
  expires_at       timestamptz(3) not null
);
create index device_authorizations_by_end on device_authorizations (expires_at);
create index device_authorizations_of_user on device_authorizations (user_id);

-- ## Access version

-- One row. A cache of access decisions watches this number, and empties itself when it changes.
create table access_epoch (one boolean primary key default true check (one), epoch bigint not null);
insert into access_epoch (epoch) values (1);

-- Moves once per transaction, for any number of changed rows.
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

-- The triggers are deferred, so that the one row is locked last and shortly, and never in another order. An update without a change does not move the number.
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
-- No cache holds a session that has ended or was unused for an hour.
create constraint trigger access_of_ended_sessions after delete on sessions
  deferrable initially deferred for each row when (old.expires_at > now() and old.last_used_at > now() - interval '1 hour') execute function move_access_epoch();
-- No cache holds a token of a grant that has expired.
create constraint trigger access_of_gone_grants after delete on application_grants
  deferrable initially deferred for each row when (old.expires_at > now()) execute function move_access_epoch();
-- A cache must forget the former token of a session.
create constraint trigger access_of_tokens after update of hash on sessions
  deferrable initially deferred for each row execute function move_access_epoch();

-- ## Rate limits

-- Token buckets. Unlogged: after a crash of Postgres all buckets are full.
create unlogged table rate_buckets (
  bucket       text primary key,
  -- when the bucket is full again; from then on the row can be deleted
  full_at      timestamptz not null,
  -- when it was full for the last time: tokens taken since then can be given back
  full_before  timestamptz not null,
  -- the taken tokens of a daily bucket
  used         integer not null,
  -- the last ask: its count, its limits (no interval: a daily bucket), its grant and its time
  count        integer not null,
  capacity     bigint not null,
  interval_us  bigint,
  granted      integer not null,
  asked_at     timestamptz not null
-- No index beside the key, and free space on each page: rows are updated in place very often.
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

-- ## Deletion

-- On the kit's table: finds the rows of a deleted project or organization by its id.
create index idempotency_keys_of_made on idempotency_keys ((reply ->> 'id'));
create index idempotency_keys_of_organization on idempotency_keys (organization_id);
