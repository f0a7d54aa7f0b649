-- When somebody last waited for it: what nobody waits for is not handed to a runner any more.
alter table inspections add column seen_at timestamptz(3) not null default now();
create index inspections_by_sight on inspections (seen_at);
drop index inspections_by_age;
-- An InspectionOutcome: why a runner gave it back, for the case that no other one takes it.
alter table inspections add column refusal bytea;
