-- Servers that dial in. One row per saved server that ever was a tunnel.
create table tunnels (
  server_id         text primary key,
  project_id        text not null,
  -- names the tunnel in the saved server's address
  slug              text not null unique,
  -- who made the present token, and so has the machine behind it
  created_by        text not null,
  -- SHA-256 of the token that opens a connection; null once the tunnel was closed
  token_hash        bytea unique,
  token_expires_at  timestamptz(3) not null,
  -- how many tokens there have been
  secret_version    integer not null,
  -- the connection that is open, and the relay that holds it; null while there is none
  attachment_id     text unique,
  relay_url         text,
  -- when that relay last said so
  beaten_at         timestamptz(3),
  created_at        timestamptz(3) not null default now()
);
create index tunnels_of_project on tunnels (project_id);
