-- By itself, because calls of models wait while it is made (not concurrently, which no transaction can): seconds for millions of rows.
create index model_calls_of_project on model_calls (project_id) where project_id <> '';
