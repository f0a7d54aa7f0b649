import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { browserReplyOf } from '../../domain/browsers/browser-reply.ts';
import { closeBrowserOf } from '../../flows/browsers/open-browser.ts';
import { drivenConversation } from '../../flows/browsers/own-browser.ts';
import { listEntriesAfter } from '../../store/browsers/browser-entries.ts';

export const closeBrowser = (deps: Deps) =>
  handle(operations.closeBrowser, async (caller, { sessionId }) => {
    const { session } = await drivenConversation(deps, caller, sessionId);
    const toolMode = session?.settings.toolMode;
    const browser = await closeBrowserOf(deps, sessionId);
    const last = await listEntriesAfter(deps.pool, sessionId, browser.lastSeq - 1, 1);
    return browserReplyOf(
      browser,
      toolMode,
      last.filter(({ kind }) => kind === 'closed'),
    );
  });
