-- The parts of a trace: spans and messages of one attempt at something, masked, gzipped JSON. The service that owns the parts may
-- add a foreign key from owner_id to its own table.
create table trace_parts (
  owner_id text not null,
  fence    uuid not null,
  part     integer not null,
  trace_id text,
  body     bytea not null,
  primary key (owner_id, fence, part)
);
-- The bodies are gzip already; Postgres need not try again.
alter table trace_parts alter column body set storage external;
-- Retention deletes parts in large numbers: their room is used again after a hundredth of the rows, and not after a fifth.
alter table trace_parts set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000);
