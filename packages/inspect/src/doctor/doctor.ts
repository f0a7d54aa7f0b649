import { publicUrl } from '@assay/mcp/target';
import type { Inspection } from '../subject.ts';
import { doctorReport } from './doctor-report.ts';
import { examine } from './examine.ts';

/** Examines a server and reports, also when it is down. */
export const doctor: Inspection<object> = async (subject) => {
  const { projectId, target } = subject;
  const { serverId, serverName: label, protocolVersion } = target;
  const patient = { projectId, serverId, label, url: publicUrl(target), ...(protocolVersion && { protocolVersion }) };
  return doctorReport(patient, await examine(subject), new Date());
};
