-- With what somebody made a tunnel's token; null of tokens from before, which live a day, and of a session, whose end ends no tunnel.
alter table tunnels add column organization_id text;
alter table tunnels add column key_id text;
-- when it was last asked whether they may still hold it
alter table tunnels add column checked_at timestamptz(3) not null default now();

-- The session that asked, if one did. Whoever comes back with a grant when it has ended finds nothing.
alter table connections add column session_id text;
