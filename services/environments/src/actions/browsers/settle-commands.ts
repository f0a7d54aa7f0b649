import type { CommandResult } from '@assay/contract/areas/browsers/browser-work';
import { given } from '@assay/contract/given';
import { CommandOutput, type Screenshot } from '@assay/mesh/gen/assay/v1/browsers';
import type { Tx } from '@assay/kit/postgres/db';
import { maskedJson } from '@assay/transcripts/mask';
import type { WorkEnd } from '@assay/work/queue/queued-work';
import { secretsOfCommand } from '../../domain/browsers/browser-command.ts';
import { endedBody, endOfCommand, lostCommand, type CommandEnd } from '../../domain/browsers/browser-entry.ts';
import type { StoredBrowser } from '../../domain/browsers/stored-browser.ts';
import { listRunning, settleEntry, type RunningCommand } from '../../store/browsers/browser-entries.ts';
import { insertScreenshots } from '../../store/browsers/browser-screenshots.ts';
import { advanceBrowser, lockBrowsersOf } from '../../store/browsers/browsers.ts';
import { notifySession } from '../../store/turns/turn-events.ts';

const UNREADABLE = { code: 'INTERNAL_ERROR', message: 'The report of the runner could not be read.' };

/** Writes the ends of commands that runners report, or that no runner will report. */
export async function settleCommands(tx: Tx, ends: WorkEnd[]): Promise<void> {
  const ids = ends.map(({ id }) => id);
  const browsers = new Map((await lockBrowsersOf(tx, ids)).map((browser) => [browser.sessionId, browser]));
  const running = new Map((await listRunning(tx, ids)).map((command) => [command.workId, command]));
  for (const workEnd of ends) {
    const command = running.get(workEnd.id);
    const browser = command && browsers.get(command.sessionId);
    if (!browser) continue;
    const { end, screenshots } = reportedEnd(workEnd, command);
    browsers.set(browser.sessionId, await settleCommand(tx, browser, command, end, screenshots));
    await notifySession(tx, browser.sessionId);
  }
}

function reportedEnd(
  { result }: WorkEnd,
  { body: { command } }: RunningCommand,
): { end: CommandEnd; screenshots: Screenshot[] } {
  if ('error' in result) return { end: lostCommand(command, result.error), screenshots: [] };
  try {
    const { result: written, screenshots } = CommandOutput.decode(result.output);
    return { end: endOfCommand(JSON.parse(written.toString()) as CommandResult), screenshots };
  } catch {
    return { end: lostCommand(command, UNREADABLE), screenshots: [] };
  }
}

/** Writes the end of the running command of a locked browser; answers the browser as it is then. */
export async function settleCommand(
  tx: Tx,
  browser: StoredBrowser,
  command: RunningCommand,
  end: CommandEnd,
  screenshots: Screenshot[],
): Promise<StoredBrowser> {
  const { sessionId, commandId, body, task } = command;
  const secrets = task ? secretsOfCommand(task.command) : [];
  const stored = await insertScreenshots(tx, sessionId, commandId, screenshots);
  await settleEntry(
    tx,
    command,
    { status: end.status, body: endedBody(body, end, stored), observation: end.result?.observation },
    secrets,
  );
  const hasLooked = end.status === 'ok' && body.command?.op === 'observe';
  const tabs = end.result && (JSON.parse(maskedJson(end.result.tabs, secrets)) as StoredBrowser['tabs']);
  return advanceBrowser(tx, browser, {
    ...(browser.busyWith === commandId && { busyWith: null }),
    ...given({ tabs }),
    ...(end.status === 'unknown' && { unknownCommand: commandId }),
    ...(hasLooked && { unknownCommand: null }),
    isUsed: true,
  });
}
