-- What a launch asked for, so that another one under its idempotency key is told from a repetition. Null for launches by a version without it, and for schedules.
alter table runs add column request_hash text;
alter table run_groups add column idempotency_key text;
alter table run_groups add column request_hash text;
create index run_groups_of_key on run_groups (project_id, suite_id, idempotency_key, created_at) where idempotency_key is not null;
