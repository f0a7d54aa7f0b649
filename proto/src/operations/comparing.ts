import { CompareEvalRun, EvalRunCompare } from '../areas/analysis/compare.ts';
import { GateReportRead } from '../areas/gates/documents.ts';
import { GateWaiverRead, GateWaiverWritten, WaiveGate } from '../areas/gates/waiver.ts';
import { NoInput, NoQuery } from '../none.ts';
import { EvalRunGroup } from '../areas/run-groups/run-group.ts';
import { RunsService } from '../gen/assay/v1/runs.ts';
import { operation } from '../operation.ts';

const common = { tag: 'Eval runs', access: 'member', service: 'runs' } as const;

export const compareEvalRun = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-runs/{runId}/compare',
  access: 'viewer',
  summary: 'Hold a run against a baseline, case by case, and say what is more than noise.',
  description:
    "Answers 404 with `details.reason` BASELINE_NOT_FOUND when there is no earlier run to hold it against. Rates come with Wilson intervals, differences with Newcombe's.",
  rpc: RunsService.compareRun,
  input: CompareEvalRun,
  status: 200,
  reply: EvalRunCompare,
  timeoutMs: 60_000,
});

export const getEvalRunGate = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-runs/{runId}/gate',
  access: 'viewer',
  summary: "Read how a run did at its suite's quality gate.",
  description:
    'Decided once, when it is first asked for after the run is over, by the gate that the suite had when the run was made (or has now, if it had none), and kept with what it was decided by. ' +
    'A run that is not over answers 409 with `details.reason` RUN_NOT_TERMINAL; where neither run nor suite has a gate there is no report: 404.',
  rpc: RunsService.getGate,
  input: NoQuery,
  status: 200,
  reply: GateReportRead,
  timeoutMs: 60_000,
});

export const getEvalGateWaiver = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-runs/{runId}/gate-waivers',
  access: 'viewer',
  summary: "Read the waiver of a run's gate that is in force, and those that were.",
  rpc: RunsService.getGateWaiver,
  input: NoQuery,
  status: 200,
  reply: GateWaiverRead,
});

export const waiveEvalGate = operation({
  ...common,
  access: 'admin',
  method: 'POST',
  path: '/projects/{projectId}/eval-runs/{runId}/gate-waivers',
  summary: 'Let a run pass in spite of its gate, for a while and for a reason.',
  description:
    'A run has one waiver in force at a time: a second is a CONFLICT whose `details` are the write result, with the waiver that is there.',
  rpc: RunsService.waiveGate,
  input: WaiveGate,
  status: 201,
  reply: GateWaiverWritten,
});

export const revokeEvalGateWaiver = operation({
  ...common,
  access: 'admin',
  method: 'DELETE',
  path: '/projects/{projectId}/eval-runs/{runId}/gate-waivers/{waiverId}',
  summary: 'Take a waiver back.',
  description: 'Taking it back twice answers `already_revoked`. It stays in the history.',
  rpc: RunsService.revokeGateWaiver,
  input: NoInput,
  status: 200,
  reply: GateWaiverWritten,
  bodyOptional: true,
});

export const getEvalRunGroup = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-run-groups/{runGroupId}',
  access: 'viewer',
  summary: 'Read the runs of a group, and how each arm differs from the first.',
  description:
    "Trials of the same case with the same number are pairs. Success is compared by Newcombe's interval for paired proportions; cost, latency and tokens by the mean of their differences with Student's t.",
  rpc: RunsService.getRunGroup,
  input: NoQuery,
  status: 200,
  reply: EvalRunGroup,
  timeoutMs: 60_000,
});
