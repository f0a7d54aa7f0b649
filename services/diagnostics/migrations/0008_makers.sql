-- With what somebody made a tunnel's token, a key or a session; null of tokens from before, which live a day.
alter table tunnels add column organization_id text;
alter table tunnels add column key_id text;
alter table tunnels add column session_id text;
-- when it was last asked whether they may still hold it
alter table tunnels add column checked_at timestamptz(3) not null default now();

-- The session that asked, if one did. Whoever comes back with a grant when it has ended finds nothing.
alter table connections add column session_id text;
