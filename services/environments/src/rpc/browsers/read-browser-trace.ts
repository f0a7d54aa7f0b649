import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { entryOf } from '../../domain/browsers/browser-entry.ts';
import { sessionBrowserOf } from '../../domain/browsers/stored-browser.ts';
import { visibleBrowser } from '../../flows/browsers/own-browser.ts';
import { listEntriesAfter } from '../../store/browsers/browser-entries.ts';

const PAGE = 50;

export const readBrowserTrace = (deps: Deps) =>
  handle(operations.readBrowserTrace, async (caller, { sessionId }, { afterSeq = 0, limit = PAGE }) => {
    const { browser, toolMode } = await visibleBrowser(deps, caller, sessionId);
    const found = await listEntriesAfter(deps.pool, sessionId, afterSeq, limit + 1);
    const shown = found.slice(0, limit);
    return {
      sessionId,
      chatSessionId: sessionId,
      browser: sessionBrowserOf(browser, toolMode),
      entries: shown.map(entryOf),
      lastSeq: browser.lastSeq,
      ...(found.length > shown.length && { nextAfterSeq: shown.at(-1)!.seq }),
    };
  });
