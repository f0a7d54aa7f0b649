import type { AuthoringProposal, AuthoringTask, ProposedCase } from '@assay/contract/areas/authoring/work';
import { WorkService, type WorkItem } from '@assay/mesh/gen/assay/v1/work';
import { answeredWork, failedWork, type WorkEnding } from '@assay/work/runner/work-handler';
import type { Channel } from '@assay/kit/rpc/client';
import { waitUntil } from '@assay/testkit/until';

/** The declared tools of the server in these tests. */
export const inventory: AuthoringProposal['inventory'] = [
  {
    serverId: 'srv_everything',
    serverName: 'everything',
    complete: true,
    tools: [
      {
        name: 'echo',
        inputSchema: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
      },
      { name: 'get-sum', inputSchema: { type: 'object' } },
      { name: 'drop', annotations: { destructiveHint: true } },
    ],
  },
];

/** A proposed case without faults and with this title. */
export const good = (title: string, more: Partial<ProposedCase> = {}): ProposedCase => ({
  title,
  steps: [
    { id: 'call', kind: 'toolCall', serverName: 'everything', toolName: 'echo', arguments: { message: title } },
    { id: 'check', kind: 'assert', assertion: { type: 'toolResultContains', needle: title } },
  ],
  ...more,
});

export const proposal = (cases: unknown[], more: Partial<AuthoringProposal> = {}): Buffer =>
  Buffer.from(
    JSON.stringify({
      version: 1,
      generationModel: 'scripted/rules',
      extractorVersion: 'test-1',
      inventory,
      cases,
      warnings: [],
      ...more,
    }),
  );

const KIND = 'authoring';

/** A runner whose steps the test makes. */
export function playedRunner(channel: Channel) {
  const lease = async (freeSlots = 10, waitMs = 0): Promise<WorkItem[]> =>
    (await channel.call(WorkService.lease, { runnerId: 'played', freeSlots, waitMs, kinds: [KIND], labels: [] })).items;
  const end = async ({ id, fence }: WorkItem, ending: WorkEnding): Promise<boolean> => {
    const reports = [{ id, kind: KIND, fence, ...ending }];
    return (await channel.call(WorkService.complete, { runnerId: 'played', reports })).refusedIds.length > 0;
  };
  return {
    lease,
    complete: (item: WorkItem, output: Buffer): Promise<boolean> => end(item, answeredWork(output)),
    /** The next work item, as soon as there is one. */
    take: async (): Promise<WorkItem> =>
      (
        await waitUntil(async () => {
          const items = await lease(1);
          return items.length > 0 && items;
        })
      )[0]!,
    beat: async ({ id, fence }: WorkItem, phase = ''): Promise<string[]> =>
      (
        await channel.call(WorkService.beat, {
          runnerId: 'played',
          beats: [{ id, kind: KIND, fence, phase, parts: [], events: [] }],
        })
      ).stopIds,
    fail: (item: WorkItem, errorCode: string, errorMessage: string): Promise<boolean> =>
      end(item, failedWork({ errorCode, errorMessage })),
  };
}

export const taskOf = ({ task }: WorkItem): AuthoringTask => JSON.parse(task.toString()) as AuthoringTask;
