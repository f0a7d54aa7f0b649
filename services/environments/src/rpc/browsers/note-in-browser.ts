import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { writeNote } from '../../actions/browsers/begin-command.ts';
import type { Deps } from '../../deps.ts';
import { browserReplyOf } from '../../domain/browsers/browser-reply.ts';
import { drivenConversation } from '../../flows/browsers/own-browser.ts';

export const noteInBrowser = (deps: Deps) =>
  handle(operations.noteInBrowser, async (caller, { sessionId }, note) => {
    const { session } = await drivenConversation(deps, caller, sessionId);
    const toolMode = session?.settings.toolMode;
    const { browser, entry } = await writeNote(deps.pool, sessionId, note);
    return browserReplyOf(browser, toolMode, [entry]);
  });
