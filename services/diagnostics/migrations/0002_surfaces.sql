-- What servers offered, each content once.
create table surface_bodies (
  server_id   text not null,
  -- SHA-256 of the canonical surface, in hex
  hash        text not null,
  project_id  text not null,
  -- the canonical surface, gzip
  body        bytea not null,
  primary key (server_id, hash)
);
create index surface_bodies_of_project on surface_bodies (project_id);

-- Times in which a server offered the same.
create table surface_periods (
  id             text primary key,
  -- orders the periods of a server, whatever the clocks say
  place          bigint not null generated always as identity,
  project_id     text not null,
  server_id      text not null,
  hash           text not null,
  first_seen_at  timestamptz(3) not null default clock_timestamp(),
  last_seen_at   timestamptz(3) not null default clock_timestamp(),
  times_seen     integer not null default 1,
  -- changes from the period before; null for the first
  breaking       integer,
  additive       integer,
  cosmetic       integer,
  foreign key (server_id, hash) references surface_bodies (server_id, hash)
);
create index surface_periods_of_server on surface_periods (server_id, place desc);
create index surface_periods_of_project on surface_periods (project_id);

-- Servers and projects that were deleted a short while ago: a look that is still under way writes nothing down.
create table surfaces_gone (
  -- of a server or a project; ids are never given twice
  id       text primary key,
  gone_at  timestamptz(3) not null default clock_timestamp()
);
