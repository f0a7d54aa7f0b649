-- Set on runs that were made elsewhere: what their reporter said of them. No runner works on such a run, so it holds no slot.
ALTER TABLE runs ADD COLUMN ingestion json;

-- Files that were uploaded to be read into runs. Their bytes are in the blob store, under the same id.
CREATE TABLE artifacts (
  id          text PRIMARY KEY,
  project_id  text NOT NULL,
  -- Of the bytes, so that an upload can be repeated and not replaced.
  sha256      bytea NOT NULL,
  -- Null until the bytes are in the store.
  stored_at   timestamptz(3),
  expires_at  timestamptz(3) NOT NULL
);
CREATE INDEX artifacts_of_project ON artifacts (project_id);
CREATE INDEX artifacts_expiring ON artifacts (expires_at);
