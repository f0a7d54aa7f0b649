import { operations } from '@assay/contract/operations';
import { auditEffect } from '@assay/kit/audit/audit-effect';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { findEnabledServer } from '../../flows/servers/find-server.ts';
import { renderOnRunner } from '../../flows/widgets/render-on-runner.ts';

export const renderWidget = (deps: Deps) =>
  handle(operations.renderWidget, async (_caller, address, input) => {
    const server = await findEnabledServer(deps, address);
    const target = { serverId: server.id, toolName: input.toolName };
    return auditEffect(deps, { target }, () => renderOnRunner(deps, server, input));
  });
