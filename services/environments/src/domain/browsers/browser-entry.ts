import type { CommandObservation, CommandResult } from '@assay/contract/areas/browsers/browser-work';
import type { BrowserAgentCommand } from '@assay/contract/areas/browsers/command';
import type { BrowserCommandReply, BrowserEntry } from '@assay/contract/areas/browsers/documents';
import type { SessionBrowser } from '@assay/contract/areas/browsers/session-browser';
import type { StoredScreenshot } from '@assay/contract/areas/browsers/snapshot';
import { given } from '@assay/contract/given';
import { shownCommand } from './browser-command.ts';

/** An entry without its place in the trace and its time, which the row has. */
export type EntryBody = Omit<BrowserEntry, 'seq' | 'at' | 'kind'>;

/** A stored entry. */
export interface StoredEntry {
  seq: number;
  kind: BrowserEntry['kind'];
  commandId: string | null;
  requestHash: string | null;
  status: NonNullable<BrowserEntry['status']> | null;
  body: EntryBody;
  createdAt: Date;
}

/** A stored entry of a command, with what the command saw. */
export interface CommandEntry extends StoredEntry {
  observation: CommandObservation | null;
}

export const entryOf = ({ seq, kind, commandId, status, body, createdAt }: StoredEntry): BrowserEntry => ({
  seq,
  kind,
  at: createdAt.getTime(),
  ...given({ commandId: commandId ?? undefined, status: status ?? undefined }),
  ...body,
});

/** The entry of a command that begins. */
export const begunBody = (command: BrowserAgentCommand, tabId: string | undefined): EntryBody => ({
  command: shownCommand(command),
  ...given({ tabId }),
});

/** The end of a command, as its entry keeps it. */
export interface CommandEnd {
  status: 'ok' | 'failed' | 'unknown';
  error?: { code: string; message: string };
  result?: CommandResult;
}

/** The end of a command according to the report of its runner. */
export function endOfCommand(result: CommandResult): CommandEnd {
  const { status, error } = result;
  if (status === 'ok') return { status, result };
  const gone = { code: 'BROWSER_CLOSED', message: 'The runner no longer has the browser: open it again.' };
  return { status: 'failed', error: error ?? gone, result };
}

/** The end of a command that no runner reports. What only looks has no effect that would have to be inspected. */
export const lostCommand = (
  command: BrowserAgentCommand | undefined,
  error: { code: string; message: string },
): CommandEnd => ({ status: command?.op === 'observe' ? 'failed' : 'unknown', error });

/** The entry of a command that has ended. */
export function endedBody(begun: EntryBody, { error, result }: CommandEnd, screenshots: StoredScreenshot[]): EntryBody {
  const { observation, changes, dialog, durationMs } = result ?? {};
  return {
    ...begun,
    ...given({ error }),
    ...(observation && { observed: observedOf(observation) }),
    ...(screenshots.length > 0 && { screenshots }),
    ...given({ changes, dialog, durationMs }),
  };
}

const observedOf = ({ mode, url, title }: CommandObservation) => ({
  mode,
  url,
  ...given({ title }),
});

/** The answer to the sender of a command that has ended. */
export function commandReplyOf(
  sessionId: string,
  stored: CommandEntry,
  browser: SessionBrowser,
  isReplay: boolean,
): BrowserCommandReply {
  const entry = entryOf(stored);
  const { error, screenshots, changes, dialog, durationMs } = entry;
  return {
    sessionId,
    chatSessionId: sessionId,
    browser,
    commandId: stored.commandId!,
    status: stored.status as BrowserCommandReply['status'],
    ...given({ error }),
    ...(stored.observation && { observation: stored.observation }),
    ...given({ screenshots, changes, dialog, durationMs }),
    entries: [entry],
    ...(isReplay && { replay: true }),
  };
}

/** The address of a screenshot, beneath the base of the installation. */
export const screenshotUrl = (sessionId: string, screenshotId: string): string =>
  `/api/v1/chat-sessions/${sessionId}/browser/screenshots/${screenshotId}`;
