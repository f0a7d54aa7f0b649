import type { MatchOptionsInput } from '@assay/contract/areas/cases/match-options';
import type { ImportApproval, RunBudget } from '@assay/contract/areas/eval-runs/launch';
import type { RunCi, RunClient, RunLauncher } from '@assay/contract/areas/eval-runs/documents';
import type { RunExecution } from '@assay/contract/areas/eval-runs/execution';
import type { EarlyStopping } from '@assay/contract/areas/analysis/statistics';
import type { Judge } from '@assay/contract/areas/suites/settings';
import type { ValidityPolicy } from '@assay/grading/decisions/decide-cases';
import { rows, sql, type Db } from '@assay/kit/postgres/db';
import type { ModelSource, Run, RunServer } from '../../domain/eval-runs/run.ts';
import { QUEUE_MS } from '../../domain/eval-runs/limits.ts';
import { columns } from './run-columns.ts';

/** A run before its row is written. */
export interface NewRun {
  id: string;
  projectId: string;
  organizationId: string;
  suiteId: string;
  suiteName: string;
  source: Run['source'];
  sessionIsolation: string;
  minimumAccuracy: number;
  servers: RunServer[];
  checks: unknown[];
  total: number;
  variants: number;
  runnerLabels: string[];
  execution: RunExecution;
  judge: Judge;
  client: RunClient;
  notes: string | undefined;
  caseGrading: ValidityPolicy | undefined;
  importApprovals: ImportApproval[] | undefined;
  gate: object | undefined;
  matchOptions: MatchOptionsInput | undefined;
  earlyStopping: EarlyStopping | undefined;
  minimumPassRate: number | undefined;
  budget: RunBudget | undefined;
  modelSource: ModelSource | undefined;
  effectiveModel: string | undefined;
  sealedModels: Buffer | undefined;
  runGroupId: string | undefined;
  arm: string | undefined;
  rerunOf: string | undefined;
  isPart: boolean;
  launcher: RunLauncher | undefined;
  ci: RunCi | undefined;
  keyId: string | undefined;
  idempotencyKey: string | undefined;
  requestHash: string | undefined;
  traceparent: string | undefined;
}

/** Writes a run that waits for its first runner, under the next number of its suite. */
export async function insertRun(db: Db, run: NewRun): Promise<Run> {
  const [row] = await rows<Run>(
    db,
    sql`
    insert into runs (id, project_id, organization_id, suite_id, suite_name, match_options, run_number, source, notes, session_isolation, minimum_accuracy,
                      servers, checks, total, case_grading, variants, import_approvals, runner_labels, execution, cassette, sealed_models, minimum_pass_rate, budget,
                      judge, gate, early_stopping, client, model_source, effective_model,
                      run_group_id, arm, rerun_of, rerun_scope, is_part, launcher, ci, key_id, idempotency_key, request_hash, traceparent, deadline_at)
    values (${run.id}, ${run.projectId}, ${run.organizationId}, ${run.suiteId}, ${run.suiteName}, ${run.matchOptions},
            (select coalesce(max(run_number), 0) + 1 from runs where suite_id = ${run.suiteId}), ${run.source}, ${run.notes},
            ${run.sessionIsolation}, ${run.minimumAccuracy}, ${JSON.stringify(run.servers)}, ${JSON.stringify(run.checks)}, ${run.total},
            ${run.caseGrading}, ${run.variants}, ${run.importApprovals && JSON.stringify(run.importApprovals)},
            ${run.runnerLabels}, ${run.execution}, ${run.execution.cassette}, ${run.sealedModels}, ${run.minimumPassRate}, ${run.budget},
            ${run.judge}, ${run.gate}, ${run.earlyStopping}, ${run.client}, ${run.modelSource}, ${run.effectiveModel},
            ${run.runGroupId}, ${run.arm}, ${run.rerunOf}, ${run.rerunOf && 'failed_cases'}, ${run.isPart},
            ${run.launcher}, ${run.ci}, ${run.keyId}, ${run.idempotencyKey}, ${run.requestHash}, ${run.traceparent}, now() + ${QUEUE_MS} * interval '1 ms')
    returning ${columns}`,
  );
  return row!;
}
