import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { browserReplyOf } from '../../domain/browsers/browser-reply.ts';
import { openBrowserOf } from '../../flows/browsers/open-browser.ts';
import { drivenConversation } from '../../flows/browsers/own-browser.ts';
import { listEntriesAfter } from '../../store/browsers/browser-entries.ts';

export const openBrowser = (deps: Deps) =>
  handle(operations.openBrowser, async (caller, { sessionId }, wanted) => {
    const conversation = await drivenConversation(deps, caller, sessionId);
    const { browser, begins } = await openBrowserOf(deps, conversation, wanted, false);
    const entries = begins ? await listEntriesAfter(deps.pool, sessionId, browser.lastSeq - 1, 1) : [];
    return browserReplyOf(browser, conversation.session?.settings.toolMode, entries);
  });
