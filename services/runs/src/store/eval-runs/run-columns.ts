import { fragment } from '@assay/kit/postgres/db';

const columnsWith = (spec: string) =>
  fragment(`id, project_id, organization_id, suite_id, run_number, source, ${spec},
  status, result, total, finished, passed, failed, excluded, skipped, variants, variants_passed, variants_failed,
  input_tokens::float8 as "inputTokens", output_tokens::float8 as "outputTokens", model_calls, cost_micros::float8 as "costMicros", metered, costed,
  effective_model, stop, undecided_detail, cases_without_grading,
  grading_version, surfaces,
  created_at, started_at, completed_at`);

/** The columns of a `Run`. */
export const runColumns = columnsWith('spec');

/** The columns of a `Run` in a list. Prompts and skills that only runners read can make a specification megabytes long. */
export const listedRunColumns = columnsWith(`case when pg_column_size(spec) < 8192 then spec else (
    select json_object_agg(key, value) from json_each(spec) where key not in ('clientConfig', 'declaredServers', 'skills')) end as spec`);

/** The columns of `RunDetails`, of a statement about `runs`. */
export const runDetailColumns = fragment(`decision,
  exists (select from judgements j where j.run_id = runs.id) as "isJudged",
  exists (select from insights i where i.window_id = runs.id) as "hasInsights",
  exists (select from gate_waivers w where w.run_id = runs.id) as "hasWaivers"`);
