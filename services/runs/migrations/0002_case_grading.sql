-- A run that is graded per case: when its trials are enough, how many variants (a case with one of its models) it has,
-- and what was decided. The decision can be long, so lists do without it.
alter table runs
  add column case_grading     json,
  add column variants         integer not null default 0,
  add column variants_passed  integer not null default 0,
  add column variants_failed  integer not null default 0,
  add column decision         json,
  -- Which approximated cases somebody let run, and why.
  add column import_approvals json;

-- Beside the grade, which is long, so that a decision over many trials need not read it.
alter table iterations add column evaluator_error boolean not null default false;

-- Beside the body, in which Postgres cannot look: a stranger's text in it may hold escapes that it refuses. Only runs that are graded per case read them.
alter table run_cases
  add column iterations     integer not null default 1,
  add column pass_threshold double precision not null default 1;
