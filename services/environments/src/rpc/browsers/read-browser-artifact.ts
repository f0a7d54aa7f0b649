import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { entryOf } from '../../domain/browsers/browser-entry.ts';
import { visibleBrowser } from '../../flows/browsers/own-browser.ts';
import { findCommand } from '../../store/browsers/browser-entries.ts';
import { listKept } from '../../store/browsers/browser-screenshots.ts';

export const readBrowserArtifact = (deps: Deps) =>
  handle(operations.readBrowserArtifact, async (caller, { sessionId }, { commandId }) => {
    await visibleBrowser(deps, caller, sessionId);
    const command = await findCommand(deps.pool, sessionId, commandId);
    if (!command) throw notFound('command', { commandId });
    const entry = entryOf(command);
    const { screenshots = [] } = entry;
    const kept = await listKept(
      deps.pool,
      screenshots.map(({ id }) => id),
    );
    return {
      sessionId,
      chatSessionId: sessionId,
      commandId,
      entry,
      ...(command.observation && { observation: command.observation }),
      screenshots: screenshots.filter(({ id }) => kept.has(id)),
    };
  });
