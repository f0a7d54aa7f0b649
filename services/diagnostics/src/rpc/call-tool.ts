import { callTool as operation } from '@assay/contract/operations/diagnostics';
import { Problem } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { findEnabledServer } from '../find-server.ts';
import { ties, withSession } from '../open-session.ts';

export const callTool = (deps: Deps) =>
  handle(operation, async (_caller, address, { toolName, parameters = {}, task, taskOptions }) => {
    if (task ?? taskOptions) throw new Problem('FEATURE_NOT_SUPPORTED', 'Running a tool as a task is not supported.', { toolName });
    const server = await findEnabledServer(deps, address);
    const { json } = await withSession(deps, server, (session) => session.callTool(toolName, parameters, ties()));
    return Buffer.from(json);
  });
