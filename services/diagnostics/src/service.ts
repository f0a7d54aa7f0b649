import type { Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from './deps.ts';
import { diagnosticsWork } from './background/jobs-watchdog.ts';
import { conformance } from './service/conformance.ts';
import { connections } from './service/connections.ts';
import { diagnosis } from './service/diagnosis.ts';
import { grants } from './service/grants.ts';
import { readiness } from './service/readiness.ts';
import { surfaces } from './service/surfaces.ts';
import { tunnels } from './service/tunnels.ts';

export const diagnostics = (deps: Deps): Implementation[] =>
  [diagnosis, surfaces, grants, readiness, conformance, connections, tunnels]
    .flatMap((room) => room(deps))
    .concat(diagnosticsWork(deps));
