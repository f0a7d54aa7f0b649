import { DiagnosticsService } from '@assay/contract/gen/assay/v1/diagnostics';
import { implement, type Implementation } from '@assay/kit/serve';
import type { Deps } from './deps.ts';
import { callTool } from './rpc/call-tool.ts';
import { listTools } from './rpc/list-tools.ts';
import { runDoctor } from './rpc/run-doctor.ts';
import { validateServer } from './rpc/validate-server.ts';

export const diagnostics = (deps: Deps): Implementation[] => [
  implement(DiagnosticsService, {
    validateServer: validateServer(deps),
    runDoctor: runDoctor(deps),
    listTools: listTools(deps),
    callTool: callTool(deps),
  }),
];
