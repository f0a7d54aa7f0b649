import type { DoctorCheck, DoctorReport } from '@assay/contract/areas/diagnosis/documents';
import { given } from '@assay/contract/given';
import { doctorChecks, type DoctorChecks, type CheckOutcome } from './doctor-checks.ts';
import { doctorProbe, reportedProblem } from './doctor-probe.ts';
import { maskDocument } from '../mask.ts';
import { displayableEvidence } from './evidence.ts';
import type { DoctorFindings, ListName, DoctorLists, DiagnosedServer } from './findings.ts';

/** The report on the findings of a diagnosis. */
export function doctorReport(patient: DiagnosedServer, findings: DoctorFindings, generatedAt: Date): DoctorReport {
  const { projectId, serverId, label, kind, url } = patient;
  const { connection } = findings;
  const checks = doctorChecks(findings);
  const info = connection && 'value' in connection ? connection.value : null;
  const tools = itemsOf(findings, 'tools');
  return {
    target: {
      kind,
      scope: 'hosted',
      projectId,
      ...(serverId && { serverId }),
      label,
      ...(url && { url }),
    },
    generatedAt: generatedAt.toISOString(),
    status: statusOf(findings, checks),
    probe: doctorProbe(patient, findings),
    connection: {
      status: connection ? (info ? 'connected' : 'error') : 'skipped',
      detail: patient.mask(checks.connection.detail),
    },
    initInfo: info,
    capabilities: info && info.capabilities,
    tools: tools.map(({ _meta, ...tool }) => tool),
    toolsMetadata: Object.fromEntries(tools.flatMap(({ name, _meta }) => (_meta === undefined ? [] : [[name, _meta]]))),
    resources: itemsOf(findings, 'resources'),
    resourceTemplates: itemsOf(findings, 'resourceTemplates'),
    prompts: itemsOf(findings, 'prompts'),
    checks: Object.fromEntries(
      Object.entries(checks).map(([name, check]) => [name, printed(check, patient)]),
    ) as DoctorReport['checks'],
    error: errorOf(findings, checks, patient),
  };
}

function printed({ status, detail, durationMs, diagnosis }: CheckOutcome, { mask }: DiagnosedServer): DoctorCheck {
  const { evidence, ...told } = diagnosis ?? {};
  return {
    ...maskDocument({ status, detail, ...told }, mask),
    ...given({ durationMs }),
    ...(evidence && { evidence: displayableEvidence(evidence, mask) }),
  };
}

function statusOf({ probe, connection }: DoctorFindings, checks: DoctorChecks): DoctorReport['status'] {
  const last = connection ?? probe;
  if (last && 'problem' in last) return last.problem.code === 'OAUTH_REQUIRED' ? 'oauth_required' : 'error';
  return rowsOf(checks).some(({ status }) => status === 'error') ? 'partial' : 'ready';
}

/** The problem that ended the diagnosis, or else the first failed check. */
function errorOf(
  { probe, connection, oauth }: DoctorFindings,
  checks: DoctorChecks,
  { mask }: DiagnosedServer,
): DoctorReport['error'] {
  const last = connection ?? probe;
  const problem =
    last && 'problem' in last ? last.problem : rowsOf(checks).find(({ status }) => status === 'error')?.problem;
  if (!problem) return null;
  const error = reportedProblem(problem);
  return maskDocument(
    problem.code === 'OAUTH_REQUIRED' ? { ...error, details: { ...error.details, ...oauth } } : error,
    mask,
  );
}

const rowsOf = (checks: DoctorChecks): CheckOutcome[] => Object.values(checks);

function itemsOf<Name extends ListName>({ lists }: DoctorFindings, name: Name): DoctorLists[Name] {
  const outcome = lists?.[name];
  return outcome && 'value' in outcome ? outcome.value : [];
}
