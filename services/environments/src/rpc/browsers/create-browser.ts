import { operations } from '@assay/contract/operations';
import { handle, replayedIf } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { browserReplyOf } from '../../domain/browsers/browser-reply.ts';
import { turnCallerIn } from '../../flows/access/visible-session.ts';
import { createBrowserSession } from '../../flows/browsers/open-browser.ts';
import { listEntriesAfter } from '../../store/browsers/browser-entries.ts';

export const createBrowser = (deps: Deps) =>
  handle(operations.createBrowser, async (caller, _target, body) => {
    const turnCaller = await turnCallerIn(deps, caller, body.projectId);
    const { browser, replayed } = await createBrowserSession(deps, turnCaller, body);
    const entries = await listEntriesAfter(deps.pool, browser.sessionId, 0, 1);
    return replayedIf(replayed, {
      ...browserReplyOf(browser, undefined, entries),
      ...(replayed && { replay: true as const }),
    });
  });
