-- How runs did at their suite's gate: decided once, with what it was decided by.
CREATE TABLE gate_reports (
  run_id     text PRIMARY KEY REFERENCES runs ON DELETE CASCADE,
  report     json NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Who let a run pass in spite of it. Rows are only ever revoked.
CREATE TABLE gate_waivers (
  id              text PRIMARY KEY,
  run_id          text NOT NULL REFERENCES runs ON DELETE CASCADE,
  reason          text NOT NULL,
  expires_at      timestamptz(3) NOT NULL,
  created_at      timestamptz(3) NOT NULL DEFAULT now(),
  created_by      text NOT NULL,
  revoked_at      timestamptz(3),
  revoked_by      text,
  policy_snapshot json
);
CREATE INDEX gate_waivers_of_run ON gate_waivers (run_id, created_at DESC);

-- A run of some of its suite's cases only, which no later run is held against unless somebody says so.
ALTER TABLE runs ADD COLUMN is_part boolean NOT NULL DEFAULT false;
