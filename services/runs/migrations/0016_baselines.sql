-- By itself, because whoever writes runs waits while it is made (not concurrently, which no transaction can): a second for a hundred thousand of them.
-- What runs are compared with: those of the same suite, client and arm.
create index runs_baselines on runs (suite_id, coalesce(client->>'id', client->>'name', ''), coalesce(arm, ''), run_number)
  where status = 'completed' and rerun_of is null and not is_part;
