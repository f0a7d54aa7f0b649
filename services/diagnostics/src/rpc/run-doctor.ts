import { runDoctor as operation } from '@assay/contract/operations/diagnostics';
import { handle } from '@assay/kit/handle';
import { publicUrl } from '@assay/mcp/target';
import type { Deps } from '../deps.ts';
import { examine } from '../doctor/examine.ts';
import { doctorReport } from '../domain/doctor-report.ts';
import { findServer } from '../find-server.ts';
import { openTarget } from '../open-session.ts';

export const runDoctor = (deps: Deps) =>
  handle(operation, async (_caller, address) => {
    const target = openTarget(await findServer(deps, address), deps);
    const { serverId, serverName: label, protocolVersion } = target;
    const patient = { projectId: address.projectId, serverId, label, url: publicUrl(target), ...(protocolVersion && { protocolVersion }) };
    return doctorReport(patient, await examine(target), new Date());
  });
