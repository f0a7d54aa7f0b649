import { NoInput, NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import { GateReportRead } from './documents.ts';
import { EvalGateTrial, TryEvalGate } from './trial.ts';
import { GateWaiverConflict, GateWaiverRead, GateWaiverWritten, WaiveGate } from './waiver.ts';

const common = { tag: 'Eval runs', access: 'member', service: 'runs' } as const;

export const getEvalRunGate = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-runs/{runId}/gate',
  access: 'viewer',
  summary: "Read how a run did at its suite's quality gate.",
  description:
    'Decided once, at the first request after the run is over, by the gate that the launch named, else the gate that the suite had when the run was made (or has now, if it had none), and kept with that gate. ' +
    'A run that is not over answers 409 with `details.reason` RUN_NOT_TERMINAL; where neither run nor suite has a gate there is no report: 404.',
  tool: true,
  input: NoQuery,
  status: 200,
  reply: GateReportRead,
  also: [409],
  timeoutMs: 60_000,
});

export const getEvalGateWaiver = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-runs/{runId}/gate-waivers',
  access: 'viewer',
  summary: "Read the waiver of a run's gate that is in force, and the earlier waivers.",
  input: NoQuery,
  status: 200,
  reply: GateWaiverRead,
});

export const revokeEvalGateWaiver = operation({
  ...common,
  access: 'admin',
  method: 'DELETE',
  path: '/projects/{projectId}/eval-runs/{runId}/gate-waivers/{waiverId}',
  summary: 'Take a waiver back.',
  description: 'Taking it back twice answers `already_revoked`. It stays in the history.',
  input: NoInput,
  status: 200,
  reply: GateWaiverWritten,
  bodyOptional: true,
});

export const tryEvalGate = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/eval-suites/{suiteId}/gate-trial',
  access: 'viewer',
  safe: true,
  summary: "Hold a gate against a suite's newest finished runs; nothing is stored.",
  description:
    'Without a `gate` the gate that the suite has is tried. Each run is compared with the baseline that its launch or the tried gate names, else with the completed run before it. Stored reports of gates stay as they are.',
  input: TryEvalGate,
  status: 200,
  reply: EvalGateTrial,
  bodyOptional: true,
  timeoutMs: 60_000,
});

export const waiveEvalGate = operation({
  ...common,
  access: 'admin',
  method: 'POST',
  path: '/projects/{projectId}/eval-runs/{runId}/gate-waivers',
  summary: 'Let a run pass in spite of its gate, for a while and for a reason.',
  description:
    'A run has one waiver in force at a time: a second is a CONFLICT whose body is the write result, with the waiver in force.',
  input: WaiveGate,
  status: 201,
  reply: GateWaiverWritten,
  otherwise: { status: 409, reply: GateWaiverConflict },
});
