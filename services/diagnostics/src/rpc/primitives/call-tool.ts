import { operations } from '@assay/contract/operations';
import { auditEffect } from '@assay/kit/audit/audit-effect';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { findEnabledServer } from '../../flows/servers/find-server.ts';
import { inspectSaved } from '../../flows/inspections/inspect-server.ts';

export const callTool = (deps: Deps) =>
  handle(operations.callTool, async (_caller, address, input) => {
    const server = await findEnabledServer(deps, address);
    const target = { serverId: server.id, toolName: input.toolName };
    return auditEffect(deps, { target }, () => inspectSaved(deps, server, 'callTool', input));
  });
