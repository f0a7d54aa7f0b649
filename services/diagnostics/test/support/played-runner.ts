import { WorkService, type WorkItem } from '@assay/mesh/gen/assay/v1/work';
import { answeredWork, failedWork, givenBack, type WorkEnding } from '@assay/work/runner/work-handler';
import type { Channel } from '@assay/kit/rpc/client';
import { waitUntil } from '@assay/testkit/until';

/** A runner whose steps the test makes. */
export function playedRunner(channel: Channel, kind: string, labels: string[] = []) {
  const lease = async (): Promise<WorkItem[]> =>
    (await channel.call(WorkService.lease, { runnerId: 'played', freeSlots: 1, waitMs: 0, kinds: [kind], labels }))
      .items;
  const end = async ({ id, fence }: WorkItem, ending: WorkEnding): Promise<boolean> => {
    const reports = [{ id, kind, fence, ...ending }];
    return (await channel.call(WorkService.complete, { runnerId: 'played', reports })).refusedIds.length > 0;
  };
  return {
    lease,
    /** The next work item, as soon as there is one. */
    take: async (): Promise<WorkItem> =>
      (
        await waitUntil(async () => {
          const items = await lease();
          return items.length > 0 && items;
        })
      )[0]!,
    beat: async ({ id, fence }: WorkItem): Promise<string[]> =>
      (
        await channel.call(WorkService.beat, {
          runnerId: 'played',
          beats: [{ id, kind, fence, phase: '', parts: [], events: [] }],
        })
      ).stopIds,
    /** True when the report came too late. */
    complete: (item: WorkItem, output: object | string): Promise<boolean> =>
      end(item, answeredWork(Buffer.from(typeof output === 'string' ? output : JSON.stringify(output)))),
    fail: (item: WorkItem, errorCode: string, errorMessage: string): Promise<boolean> =>
      end(item, failedWork({ errorCode, errorMessage })),
    giveBack: (item: WorkItem): Promise<boolean> => end(item, givenBack(false)),
  };
}
