-- Clients: named settings of how runs connect to servers and talk to a model.
create table clients (
  id           text primary key,
  project_id   text not null,
  name         text not null,
  -- the name as it is compared: without case and invisible characters
  folded_name  text not null,
  -- the version in use
  version_id   text not null,
  is_default   boolean not null default false,
  created_at   timestamptz(3) not null default now(),
  updated_at   timestamptz(3) not null default now()
);
create index clients_of_project on clients (project_id, id);
create index clients_by_name on clients (project_id, folded_name);
create unique index clients_default on clients (project_id) where is_default;

-- The states of a client's settings, including the present one.
create table client_versions (
  id              text primary key,
  client_id       text not null references clients (id) on delete cascade deferrable initially deferred,
  version_number  integer not null,
  -- a hash of the settings: equal settings have an equal one
  config_id       text not null,
  config          json not null,
  -- JSON Pointers of what this version changed
  changed         text[] not null,
  created_by      text,
  created_at      timestamptz(3) not null default now(),
  unique (client_id, version_number)
);

-- Server groups: named sets of servers.
create table server_groups (
  id           text primary key,
  project_id   text not null,
  name         text not null,
  folded_name  text not null,
  revision     integer not null default 1,
  server_ids   text[] not null,
  created_at   timestamptz(3) not null default now(),
  updated_at   timestamptz(3) not null default now(),
  unique (project_id, folded_name)
);
create index server_groups_of_project on server_groups (project_id, id);

-- Environments: bundles that suites and journeys run against.
create table environments (
  id               text primary key,
  project_id       text not null,
  -- null for one that was made for a launch
  name             text,
  folded_name      text,
  client_id        text not null references clients (id),
  server_group_id  text references server_groups (id),
  -- all other settings, as they were written
  body             json not null,
  revision         integer not null default 1,
  archived_at      timestamptz(3),
  created_at       timestamptz(3) not null default now(),
  updated_at       timestamptz(3) not null default now(),
  check ((name is null) = (folded_name is null))
);
create index environments_of_project on environments (project_id, id);
create index environments_of_client on environments (client_id);
create index environments_of_server_group on environments (server_group_id) where server_group_id is not null;
create unique index environments_by_name on environments (project_id, folded_name) where archived_at is null;

-- The states of an environment, including the present one.
create table environment_revisions (
  environment_id  text not null references environments (id) on delete cascade,
  revision        integer not null,
  name            text,
  body            json not null,
  -- JSON Pointers of what this revision changed
  changed         text[] not null,
  created_by      text,
  created_at      timestamptz(3) not null default now(),
  primary key (environment_id, revision)
);

-- What uses an environment or a client, which cannot be deleted meanwhile.
create table attachments (
  project_id      text not null,
  holder_kind     text not null check (holder_kind in ('suite', 'journey')),
  holder_id       text not null,
  environment_id  text references environments (id) on delete cascade,
  client_id       text references clients (id) on delete cascade,
  check (num_nonnulls(environment_id, client_id) = 1)
);
create unique index attachments_of_holder on attachments (holder_id, coalesce(environment_id, client_id));
create index attachments_of_environment on attachments (environment_id) where environment_id is not null;
create index attachments_of_client on attachments (client_id) where client_id is not null;
create index attachments_of_project on attachments (project_id);
