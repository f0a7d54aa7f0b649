import { operations } from '@assay/contract/operations';
import { handle, replayedIf } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { drivenPlace } from '../../flows/browsers/own-browser.ts';
import { runCommand } from '../../flows/browsers/run-command.ts';

export const sendBrowserCommand = (deps: Deps) =>
  handle(operations.sendBrowserCommand, async (caller, { sessionId }, request) => {
    const { toolMode } = await drivenPlace(deps, caller, sessionId);
    const reply = await runCommand(deps, { ...request, sessionId, toolMode });
    return replayedIf(reply.replay === true, reply);
  });
