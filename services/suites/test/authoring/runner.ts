import type { AuthoringProposal, AuthoringTask, ProposedCase } from '@assay/contract/areas/authoring/work';
import { JobsService, type Job } from '@assay/contract/gen/assay/v1/jobs';
import type { Channel } from '@assay/kit/rpc/client';
import { until } from '@assay/testkit/until';

/** What the server of these tests declares. */
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

/** A case that nothing is wrong with, told apart by its title. */
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

/** A runner, played by hand. */
export function playedRunner(channel: Channel) {
  const lease = async (freeSlots = 10, waitMs = 0): Promise<Job[]> =>
    (
      await channel.call(JobsService.leaseJobs, {
        runnerId: 'played',
        freeSlots,
        waitMs,
        kinds: ['authoring'],
        labels: [],
      })
    ).jobs;
  const complete = async ({ jobId, fence }: Job, output: Buffer): Promise<boolean> =>
    (
      await channel.call(JobsService.completeJob, {
        jobId,
        fence,
        output,
        errorCode: '',
        errorMessage: '',
        givenBack: false,
      })
    ).refused;
  return {
    lease,
    complete,
    /** The next job, whenever it comes. */
    take: async (): Promise<Job> =>
      (
        await until(async () => {
          const jobs = await lease(1);
          return jobs.length > 0 && jobs;
        })
      )[0]!,
    beat: async ({ jobId, fence }: Job, phase = ''): Promise<string[]> =>
      (await channel.call(JobsService.beatJobs, { beats: [{ jobId, fence, phase }] })).stopJobIds,
    fail: async ({ jobId, fence }: Job, errorCode: string, errorMessage: string): Promise<boolean> =>
      (
        await channel.call(JobsService.completeJob, {
          jobId,
          fence,
          output: Buffer.alloc(0),
          errorCode,
          errorMessage,
          givenBack: false,
        })
      ).refused,
  };
}

export const taskOf = ({ input }: Job): AuthoringTask => JSON.parse(input.toString()) as AuthoringTask;
