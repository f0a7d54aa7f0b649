import { publicUrl } from '@assay/mcp/target';
import type { Inspection } from '../subject.ts';
import { credentialsOf } from './credentials.ts';
import { hiding } from './evidence.ts';
import { doctorReport } from './doctor-report.ts';
import { examine } from './examine.ts';

/** Examines a server and reports, also when it is down. */
export const doctor: Inspection<object> = async (subject) => {
  const { projectId, target } = subject;
  const { serverId, serverName: label, protocolVersion, command } = target;
  const { held, secrets } = await credentialsOf(target);
  const patient = { projectId, serverId, label, kind: command ? 'stdio' as const : 'http' as const, url: publicUrl(target), mask: (text: string) => subject.mask(hiding(secrets, text)), ...(protocolVersion && { protocolVersion }) };
  return doctorReport(patient, await examine(subject, held), new Date());
};
