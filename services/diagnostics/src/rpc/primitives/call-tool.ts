import { operations } from '@assay/contract/operations';
import { auditor } from '@assay/kit/audit/audit';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { findEnabledServer } from '../../flows/servers/find-server.ts';
import { inspectSaved } from '../../flows/inspections/inspect-server.ts';

/** Writes the call to the audit log while it runs: a call may have had an effect even when no answer comes. */
export const callTool = (deps: Deps) =>
  handle(operations.callTool, async (_caller, address, input) => {
    const server = await findEnabledServer(deps, address);
    const noted = auditor(deps.pool)({ target: { serverId: server.id, toolName: input.toolName } });
    const [answer] = await Promise.all([inspectSaved(deps, server, 'callTool', input).finally(() => noted), noted]);
    return answer;
  });
