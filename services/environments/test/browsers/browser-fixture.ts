import type {
  BrowserEvent,
  BrowserReport,
  BrowserTask,
  CommandResult,
  CommandTask,
} from '@assay/contract/areas/browsers/browser-work';
import type { BrowserAgentCommand } from '@assay/contract/areas/browsers/command';
import type {
  BrowserCommandReply,
  BrowserReply,
  CreateBrowser,
  SendBrowserCommand,
} from '@assay/contract/areas/browsers/documents';
import { CommandOutput, type Screenshot } from '@assay/mesh/gen/assay/v1/browsers';
import { WorkService, type WorkItem } from '@assay/mesh/gen/assay/v1/work';
import { operations } from '@assay/contract/operations';
import type { Caller } from '@assay/kit/security/caller';
import { waitUntil } from '@assay/testkit/until';
import { answeredWork, failedWork, type WorkEnding } from '@assay/work/runner/work-handler';
import { startChats, type Chats } from '../chat-sessions/chat-fixture.ts';

/** An image of one pixel. */
export const screenshot = (id = 's1'): Screenshot => ({
  id,
  mimeType: 'image/png',
  body: Buffer.from('89504e470d0a1a0a', 'hex'),
  width: 1,
  height: 1,
});

/** The outcome of a command that looked at a page. */
export const lookedAt = (more: Partial<CommandResult> = {}): CommandResult => ({
  version: 1,
  status: 'ok',
  observation: { mode: 'text', url: 'https://shop.example/', title: 'Shop', text: 'Welcome' },
  tabs: [{ tabId: 't1', url: 'https://shop.example/', title: 'Shop', active: true }],
  startedAt: 1,
  durationMs: 2,
  ...more,
});

/** The service with runners of browsers whose steps the test makes. */
export async function startBrowsers() {
  const chats = await startChats({ browserRunners: true });
  let keys = 0;
  const driver = playedBrowsers(chats);

  const create = (more: Partial<CreateBrowser> = {}, caller?: Caller): Promise<BrowserReply> =>
    chats.ask(
      operations.createBrowser,
      {},
      { projectId: 'prj_1', policy: {}, idempotencyKey: `browser ${++keys}`, ...more },
      caller,
    );
  const command = (
    sessionId: string,
    sent: BrowserAgentCommand,
    more: Partial<SendBrowserCommand> = {},
    caller?: Caller,
  ): Promise<BrowserCommandReply> =>
    chats.ask(operations.sendBrowserCommand, { sessionId }, { command: sent, ...more }, caller);

  return {
    ...chats,
    driver,
    create,
    command,
    /** A session with an open browser, and the item that holds it. */
    created: async (more: Partial<CreateBrowser> = {}) => {
      const asked = create(more);
      const item = await driver.open();
      return { ...(await asked), item };
    },
    trace: (sessionId: string, input: object = {}, caller?: Caller) =>
      chats.ask(operations.readBrowserTrace, { sessionId }, input, caller),
    open: (sessionId: string, input: object = {}, caller?: Caller) =>
      chats.ask(operations.openBrowser, { sessionId }, input, caller),
    close: (sessionId: string) => chats.ask(operations.closeBrowser, { sessionId }),
  };
}

export type Browsers = Awaited<ReturnType<typeof startBrowsers>>;

/** A runner with a browser whose steps the test makes. */
function playedBrowsers({ runnerChannel: runner }: Chats) {
  const lease = async (kind: string, runnerId = 'played', labels = ['browser']): Promise<WorkItem[]> =>
    (await runner.call(WorkService.lease, { runnerId, freeSlots: 1, waitMs: 0, kinds: [kind], labels })).items;
  const take = async (kind: string): Promise<WorkItem> =>
    (
      await waitUntil(async () => {
        const items = await lease(kind);
        return items.length > 0 && items;
      })
    )[0]!;
  const end = async ({ id, fence, kind }: WorkItem, ending: WorkEnding): Promise<boolean> => {
    const reports = [{ id, kind, fence, ...ending }];
    return (await runner.call(WorkService.complete, { runnerId: 'played', reports })).refusedIds.length > 0;
  };
  /** Beats with events; answers whether the item is to be stopped. */
  const tell = async ({ id, fence, kind }: WorkItem, ...events: BrowserEvent[]): Promise<boolean> => {
    const told = events.map((event, index) => ({ index, body: Buffer.from(JSON.stringify(event)) }));
    const beats = [{ id, kind, fence, phase: '', parts: [], events: told }];
    return (await runner.call(WorkService.beat, { runnerId: 'played', beats })).stopIds.length > 0;
  };
  const answer = (item: WorkItem, result: CommandResult, screenshots: Screenshot[] = []): Promise<boolean> =>
    end(
      item,
      answeredWork(
        Buffer.from(CommandOutput.encode({ result: Buffer.from(JSON.stringify(result)), screenshots }).finish()),
      ),
    );
  return {
    lease,
    tell,
    answer,
    take: () => take('browser'),
    takeCommand: () => take('browser-command'),
    browserTaskOf: ({ task }: WorkItem): BrowserTask => JSON.parse(task.toString()) as BrowserTask,
    commandTaskOf: ({ task }: WorkItem): CommandTask => JSON.parse(task.toString()) as CommandTask,
    /** Takes the next browser and says that it is open. */
    open: async (): Promise<WorkItem> => {
      const item = await take('browser');
      await tell(item, { type: 'opened' });
      return item;
    },
    /** Takes the next command and answers it. */
    does: async (result = lookedAt(), screenshots: Screenshot[] = []): Promise<CommandTask> => {
      const item = await take('browser-command');
      await answer(item, result, screenshots);
      return JSON.parse(item.task.toString()) as CommandTask;
    },
    fail: (item: WorkItem, errorCode: string): Promise<boolean> =>
      end(item, failedWork({ errorCode, errorMessage: 'It failed.' })),
    /** Ends a browser as its runner does. */
    end: (item: WorkItem, report: Omit<BrowserReport, 'version'>): Promise<boolean> =>
      end(item, answeredWork(Buffer.from(JSON.stringify({ version: 1, ...report })))),
    /** Waits until the item is to be stopped, and ends it as a runner does. */
    endWhenAsked: async (item: WorkItem, report: Partial<BrowserReport> = {}): Promise<void> => {
      await waitUntil(() => tell(item, { type: 'opened' }));
      await end(item, answeredWork(Buffer.from(JSON.stringify({ version: 1, reason: 'closed', ...report }))));
    },
  };
}
