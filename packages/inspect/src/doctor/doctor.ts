import type { DoctorReport } from '@assay/contract/areas/diagnosis/documents';
import { publicUrl } from '@assay/mcp/target';
import type { Inspection, InspectedServer } from '../inspected-server.ts';
import { holdsCredential } from './credentials.ts';
import { doctorReport } from './doctor-report.ts';
import { diagnoseServer } from './examine.ts';
import type { ListName } from './findings.ts';

/** Diagnoses a server and reports, also when it is down. */
export const doctorServer: Inspection<object> = async (subject) => (await doctorWithLists(subject)).report;

/** `doctor` with the items of the lists. */
export async function doctorWithLists(
  subject: InspectedServer,
): Promise<{ report: DoctorReport; raw: Partial<Record<ListName, unknown[]>> }> {
  const { projectId, target } = subject;
  const { serverId, serverName: label, protocolVersion, command } = target;
  const startedAt = performance.now();
  const held = await holdsCredential(target);
  const patient = {
    projectId,
    serverId,
    label,
    kind: command ? ('stdio' as const) : ('http' as const),
    url: publicUrl(target),
    mask: subject.mask,
    ...(protocolVersion && { protocolVersion }),
  };
  const findings = await diagnoseServer(subject, held, startedAt);
  const lists = Object.entries(findings.lists ?? {}).map(([name, outcome]): [string, unknown[]] => [
    name,
    outcome?.raw ?? [],
  ]);
  return { report: doctorReport(patient, findings, new Date()), raw: Object.fromEntries(lists) };
}
