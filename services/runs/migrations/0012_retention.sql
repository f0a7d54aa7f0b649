-- Since when the traces and transcripts of a run are gone, its results being kept.
alter table runs add column traces_gone_at timestamptz(3);
