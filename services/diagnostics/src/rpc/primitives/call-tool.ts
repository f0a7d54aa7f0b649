import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { findEnabledServer } from '../../flows/servers/find-server.ts';
import { inspectSaved } from '../../flows/inspections/inspect-server.ts';
import { keepingCall } from '../../flows/tool-calls/keep-call.ts';

export const callTool = (deps: Deps) =>
  handle(operations.callTool, (_caller, address, input) =>
    deps.effects.run(
      { target: { serverId: address.serverId, toolName: input.toolName } },
      () => findEnabledServer(deps, address),
      (server) => keepingCall(deps, server, input, () => inspectSaved(deps, server, 'callTool', input)),
    ),
  );
