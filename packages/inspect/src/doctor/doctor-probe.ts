import type { DoctorProbe } from '@assay/contract/areas/diagnosis/documents';
import type { Problem } from '@assay/contract/problem';
import { diagnosisOf } from '@assay/mcp/diagnosis/diagnosis';
import { maskDocument } from '../mask.ts';
import type { DoctorFindings, DiagnosedServer } from './findings.ts';

/** The revision of the probe when the server named none. */
const DEFAULT_REVISION = '2025-11-25';

export function doctorProbe(patient: DiagnosedServer, { probe, oauth }: DoctorFindings): DoctorProbe | null {
  if (!probe) return null;
  const seen = { url: patient.url, oauth: maskDocument({ required: oauth !== undefined, ...oauth }, patient.mask) };
  if ('value' in probe) {
    const { protocolVersion, transport } = probe.value;
    return {
      ...seen,
      protocolVersion,
      status: 'ready',
      transport,
      initialize: probe.value,
    };
  }
  const status = statusOf(probe.problem);
  return {
    ...seen,
    protocolVersion: patient.protocolVersion ?? DEFAULT_REVISION,
    status,
    transport: null,
    ...(status !== 'oauth_required' && { error: maskDocument(reportedProblem(probe.problem), patient.mask) }),
  };
}

function statusOf({ code, details }: Problem): DoctorProbe['status'] {
  if (code === 'OAUTH_REQUIRED') return 'oauth_required';
  return details?.['phase'] === 'initialize' ? 'reachable' : 'error';
}

/** A problem as part of a report. */
export function reportedProblem(problem: Problem) {
  const { cause, explanation, nextStep } = diagnosisOf(problem);
  return {
    code: problem.code,
    message: problem.message,
    details: {
      ...problem.details,
      cause,
      explanation,
      nextStep,
    },
  };
}
