import type { Cassette, CassetteContent } from '@assay/contract/areas/cassettes/documents';

/** The servers and tools of a cassette, without the answers. */
export function summaryOf({ servers, calls }: CassetteContent): Required<Pick<Cassette, 'servers' | 'tools'>> {
  const byTool = Map.groupBy(calls, ({ serverName, toolName }) => JSON.stringify([serverName, toolName]));
  return {
    servers: servers.map(({ serverName, tools }) => ({ serverName, tools: tools.length })),
    tools: [...byTool.values()].map((of) => {
      const { serverName, toolName } = of[0]!;
      return {
        serverName,
        toolName,
        distinctCalls: of.length,
        outcomes: of.reduce((sum, { outcomes }) => sum + outcomes.length, 0),
      };
    }),
  };
}

/** A cassette as the API shows it; a list leaves out the servers and tools. */
export const cassetteRecord = ({
  createdAt,
  ...cassette
}: Omit<Cassette, 'createdAt' | 'servers' | 'tools'> & { createdAt: Date }): Cassette => ({
  ...cassette,
  createdAt: createdAt.getTime(),
});
