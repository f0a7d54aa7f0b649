import { RunSpec } from '@assay/contract/areas/eval-runs/run-spec';
import { GRADING_VERSION } from '@assay/grading/grading-version';
import { schemaCompiler, issueOf } from '@assay/kit/json/schema';
import { prepared, rows, type Db } from '@assay/kit/postgres/db';
import { INGESTION_MS } from '../../domain/run-limits/limits.ts';
import type { NewRun } from '../../domain/eval-runs/planned-run.ts';
import type { Run } from '../../domain/eval-runs/run.ts';
import { namedBaselineOf } from '../../domain/gates/named-baseline.ts';
import { runColumns } from './run-columns.ts';

/** A branch is cut to this length where SQL filters by it; filters take no longer names. */
const BRANCH_CHARS = 255;

const compile = schemaCompiler();

function assertValid(spec: RunSpec): void {
  const validate = compile(RunSpec);
  if (validate(spec)) return;
  const issues = validate.errors!.map(issueOf).map(({ path, message }) => `${path} ${message}`);
  throw new Error(`the specification of a run is not valid: ${issues.join('; ')}`);
}

/**
 * Writes a run under the next number of its suite. It waits for its first runner, unless it is ingested. The columns
 * beside `spec` hold copies that SQL filters by.
 */
export async function insertRun(db: Db, run: NewRun): Promise<Run> {
  const { spec } = run;
  assertValid(spec);
  const { ciMetadata: ci = {} } = spec;
  const isElsewhere = run.source === 'sdk';
  const [row] = await rows<Run>(
    db,
    prepared`
    insert into runs (id, project_id, organization_id, suite_id, run_number, source, spec, client_key, arm, run_group_id, external_run_id,
                      grades_per_case, is_baseline, server_ids, environment_id, environment_revision, cassette_id, branch, commit_sha, pull_request, notes, baseline_branch, effective_model, total, variants, runner_labels, sealed_models,
                      idempotency_key, request_hash, traceparent, cases_without_grading, status, started_at, run_minutes, grading_version, deadline_at)
    values (${run.id}, ${run.projectId}, ${run.organizationId}, ${spec.suiteId},
            (select coalesce(max(run_number), 0) + 1 from runs where suite_id = ${spec.suiteId}), ${run.source}, ${JSON.stringify(spec)},
            ${spec.environment?.id ?? spec.client.id ?? spec.client.name}, ${spec.arm ?? ''}, ${spec.runGroupId}, ${spec.externalRunId},
            ${spec.caseGrading !== undefined}, ${spec.rerunOfRunId === undefined && !spec.isPart},
            ${spec.servers.map(({ id }) => id)}, ${spec.environment?.id}, ${spec.environment?.revision}, ${spec.cassette?.cassetteId},
            left(${ci.branch}, ${BRANCH_CHARS}), left(${ci.commitSha}, 128), left(${ci.pullRequest}, 64), ${spec.notes}, ${namedBaselineOf(spec)?.branch}, ${run.effectiveModel}, ${run.total}, ${run.variants ?? 0},
            ${run.runnerLabels ?? []}, ${run.sealedModels}, ${run.idempotencyKey}, ${run.requestHash}, ${run.traceparent}, ${run.casesWithoutGrading && JSON.stringify(run.casesWithoutGrading)},
            ${isElsewhere ? 'running' : 'pending'}, case when ${isElsewhere} then now() end,
            ${run.limits?.runMinutes}, ${GRADING_VERSION}, now() + ${run.limits ? run.limits.queueMinutes * 60_000 : INGESTION_MS} * interval '1 ms')
    returning ${runColumns}`,
  );
  return row!;
}
