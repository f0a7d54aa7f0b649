import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { findEnabledServer } from '../../flows/servers/find-server.ts';
import { renderOnRunner } from '../../flows/widgets/render-on-runner.ts';

export const renderWidget = (deps: Deps) =>
  handle(operations.renderWidget, (_caller, address, input) =>
    deps.effects.run(
      { target: { serverId: address.serverId, toolName: input.toolName } },
      () => findEnabledServer(deps, address),
      (server) => renderOnRunner(deps, server, input),
    ),
  );
