import { operations } from '@assay/contract/operations';
import { handle, replayedIf } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { drivenConversation } from '../../flows/browsers/own-browser.ts';
import { runCommand } from '../../flows/browsers/run-command.ts';

export const sendBrowserCommand = (deps: Deps) =>
  handle(operations.sendBrowserCommand, async (caller, { sessionId }, request) => {
    const { session } = await drivenConversation(deps, caller, sessionId);
    const toolMode = session?.settings.toolMode;
    const reply = await runCommand(deps, { ...request, sessionId, toolMode });
    return replayedIf(reply.replay === true, reply);
  });
