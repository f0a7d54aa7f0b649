import { runDoctor as operation } from '@assay/contract/operations/diagnostics';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { examine } from '../doctor/examine.ts';
import { doctorReport } from '../domain/doctor-report.ts';
import { findServer } from '../find-server.ts';
import { openTarget } from '../open-session.ts';

export const runDoctor = (deps: Deps) =>
  handle(operation, async (_caller, address) => {
    const target = openTarget(await findServer(deps, address), deps);
    const findings = await examine(target);
    return doctorReport({ projectId: address.projectId, target, generatedAt: new Date() }, findings);
  });
