import { fragment } from '@assay/kit/postgres/db';

/** The columns of a `Run`. */
export const columns =
  fragment(`id, project_id as "projectId", organization_id as "organizationId", suite_id as "suiteId", run_number as "runNumber",
  status, result, source, notes, minimum_accuracy as "minimumAccuracy", servers, total, finished, passed, failed, excluded, skipped,
  case_grading as "caseGrading", variants, variants_passed as "variantsPassed", variants_failed as "variantsFailed",
  input_tokens::float8 as "inputTokens", output_tokens::float8 as "outputTokens", model_calls as "modelCalls", cost_micros::float8 as "costMicros", metered, costed,
  client, model_source as "modelSource", effective_model as "effectiveModel", launcher, ci, key_id as "keyId",
  run_group_id as "runGroupId", arm, rerun_of as "rerunOf", rerun_scope as "rerunScope",
  external_run_id as "externalRunId", name, tags, framework, early_stopping as "earlyStopping", cassette, stop, undecided_detail as "undecidedDetail",
  created_at as "createdAt", started_at as "startedAt", completed_at as "completedAt"`);

/** The columns of `RunDetails`, of a statement about `runs`. */
export const details =
  fragment(`decision, import_approvals as "importApprovals", execution, runner_labels as "runnerLabels", judge, gate,
  grading_until as "gradingUntil", ingestion, suite_name as "suiteName", match_options as "matchOptions",
  minimum_pass_rate as "minimumPassRate", budget,
  exists (select from judgements j where j.run_id = runs.id) as "isJudged",
  exists (select from run_insights f where f.run_id = runs.id) as "hasInsights",
  exists (select from gate_waivers w where w.run_id = runs.id) as "hasWaivers"`);
