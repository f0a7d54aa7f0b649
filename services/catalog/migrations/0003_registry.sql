-- What sources of published servers answered, so that they are not asked again for some minutes, and when they are down.
create table registry_answers (
  source      text not null,
  -- the path and query of the request
  request     text not null,
  body        json not null,
  fetched_at  timestamptz(3) not null default now(),
  primary key (source, request)
);
create index registry_answers_by_age on registry_answers (fetched_at);

-- The latest version of every published server that was met, whoever looked.
create table registry_servers (
  id            text primary key,
  source        text not null,
  name          text not null,
  version       text not null,
  content_hash  text not null,
  -- what the source says of it, server.json included
  entry         json not null,
  -- when this version of it was first met
  updated_at    timestamptz(3) not null default now(),
  unique (source, name)
);
create index registry_servers_by_name on registry_servers (name, id);

-- Where a saved server comes from.
create table registry_installs (
  server_id           text primary key references servers (id) on delete cascade,
  project_id          text not null references projects (id) on delete cascade,
  registry_server_id  text not null references registry_servers (id),
  version             text not null,
  content_hash        text not null,
  -- what the saved credentials were given for: an origin or a package
  destination         text not null,
  installed_by        text references users (id) on delete set null,
  installed_at        timestamptz(3) not null default now(),
  unique (project_id, registry_server_id)
);
create index registry_installs_of_entry on registry_installs (registry_server_id);
