import { fragment } from '@assay/kit/postgres/db';

const columnsWith = (spec: string) =>
  fragment(`id, project_id as "projectId", organization_id as "organizationId", suite_id as "suiteId", run_number as "runNumber", source, ${spec},
  status, result, total, finished, passed, failed, excluded, skipped, variants, variants_passed as "variantsPassed", variants_failed as "variantsFailed",
  input_tokens::float8 as "inputTokens", output_tokens::float8 as "outputTokens", model_calls as "modelCalls", cost_micros::float8 as "costMicros", metered, costed,
  effective_model as "effectiveModel", stop, undecided_detail as "undecidedDetail", cases_without_grading as "casesWithoutGrading",
  grading_version as "gradingVersion", surfaces,
  created_at as "createdAt", started_at as "startedAt", completed_at as "completedAt"`);

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
