import { BROWSER_COMMAND_KIND, type CommandTask } from '@assay/contract/areas/browsers/browser-work';
import type { NoteInBrowser, SendBrowserCommand } from '@assay/contract/areas/browsers/documents';
import type { ToolMode } from '@assay/contract/areas/chat-sessions/turn';
import { given } from '@assay/contract/given';
import { conflict, notFound, reasons } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { newId } from '@assay/kit/id';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { assertSameRequest, requestHash as hashOf } from '@assay/kit/requests/idempotency';
import { enqueueWork } from '@assay/work/queue/work-queue';
import { assertAllowed, shownCommand } from '../../domain/browsers/browser-command.ts';
import { begunBody, type StoredEntry } from '../../domain/browsers/browser-entry.ts';
import { pinnedPolicy } from '../../domain/browsers/browser-policy.ts';
import { busyProblem, closedProblem, unknownProblem } from '../../domain/browsers/browser-refusals.ts';
import type { StoredBrowser } from '../../domain/browsers/stored-browser.ts';
import { appendEntry, countEntries, findCommand } from '../../store/browsers/browser-entries.ts';
import { advanceBrowser, lockBrowser } from '../../store/browsers/browsers.ts';

/** The longest that a runner works on a command, in milliseconds. */
const COMMAND_MS = 45_000;
const MAX_NOTES = 1_000;

/** A command as its sender asks for it. */
export interface CommandToBegin extends SendBrowserCommand {
  sessionId: string;
  /** Of the chat session, once there is one. */
  toolMode: ToolMode | undefined;
}

/**
 * Writes a command and gives it to the runner that has the browser. A request whose `commandId` was used before is
 * answered the first one.
 * @throws CONFLICT when the browser is closed, busy, or has an outcome that is unknown; FORBIDDEN when its policy refuses it.
 */
export const beginCommand = (pool: Pool, wanted: CommandToBegin): Promise<{ commandId: string; replayed: boolean }> =>
  transaction(pool, async (tx) => {
    const { sessionId, command, tabId } = wanted;
    const workId = newId('command');
    const commandId = wanted.commandId ?? workId;
    // Without a secret text, which the hash of a short one would give away.
    const requestHash = hashOf([shownCommand(command), tabId ?? null]);
    const browser = await lockBrowser(tx, sessionId);
    if (!browser) throw notFound('browser of the session', { sessionId });
    const first = await findCommand(tx, sessionId, commandId);
    if (first) {
      assertSameRequest(first, { requestHash }, { commandId });
      await audit(tx);
      return { commandId, replayed: true };
    }
    assertTakes(browser, wanted);
    await appendEntry(tx, sessionId, {
      kind: 'command',
      body: begunBody(command, tabId),
      command: { commandId, requestHash, workId },
    });
    await enqueueCommand(tx, browser, workId, {
      version: 1,
      liveId: browser.liveId!,
      command,
      ...given({ tabId }),
      policy: pinnedPolicy(browser.presentPolicy, wanted.toolMode),
    });
    await advanceBrowser(tx, browser, {
      busyWith: commandId,
      commandCount: browser.commandCount + 1,
      isUsed: true,
    });
    await audit(tx, { target: { sessionId, commandId, projectId: browser.projectId }, after: { op: command.op } });
    return { commandId, replayed: false };
  });

function assertTakes(browser: StoredBrowser, { command, toolMode }: CommandToBegin): void {
  const { status, commandCount } = browser;
  if (status === 'closed' || status === 'closing') throw closedProblem(browser);
  const busy = busyProblem(browser);
  if (busy) throw busy;
  const policy = pinnedPolicy(browser.presentPolicy, toolMode);
  assertAllowed(command, policy);
  const unknown = command.op === 'observe' ? undefined : unknownProblem(browser);
  if (unknown) throw unknown;
  if (commandCount >= policy.maxCommands)
    throw conflict(`The browser of the session has used up its ${policy.maxCommands} commands.`, {
      reason: reasons.BROWSER_COMMANDS_USED_UP,
      maxCommands: policy.maxCommands,
    });
}

const enqueueCommand = (
  tx: Tx,
  { projectId, organizationId, runnerLabels, runnerId }: StoredBrowser,
  id: string,
  task: CommandTask,
): Promise<void> =>
  enqueueWork(tx, {
    id,
    kind: BROWSER_COMMAND_KIND,
    projectId,
    organizationId,
    task: Buffer.from(JSON.stringify(task)),
    timeoutMs: COMMAND_MS,
    labels: runnerLabels,
    runnerId: runnerId ?? undefined,
    maxAttempts: 1,
  });

/** Writes a note into the trace of a browser. @throws NOT_FOUND for an unknown command; CONFLICT for one note too many. */
export const writeNote = (
  pool: Pool,
  sessionId: string,
  { text, commandId }: NoteInBrowser,
): Promise<{ browser: StoredBrowser; entry: StoredEntry }> =>
  transaction(pool, async (tx) => {
    const browser = await lockBrowser(tx, sessionId);
    if (!browser) throw notFound('browser of the session', { sessionId });
    if (commandId !== undefined && !(await findCommand(tx, sessionId, commandId)))
      throw notFound('command', { commandId });
    if ((await countEntries(tx, sessionId, 'note')) >= MAX_NOTES)
      throw conflict(`The trace of the browser has ${MAX_NOTES} notes, the most that it may have.`);
    const body = { text, ...given({ commandId }) };
    const entry = await appendEntry(tx, sessionId, { kind: 'note', body });
    await audit(tx, { target: { sessionId, projectId: browser.projectId }, after: { seq: entry.seq } });
    return { browser, entry };
  });
