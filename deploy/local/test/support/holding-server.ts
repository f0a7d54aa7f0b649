import { asJson, scriptedMcp } from '@assay/testkit/mcp-servers/scripted-mcp';

/** An MCP server whose only tool, `print`, answers when the test lets it. */
export interface HoldingServer {
  url: string;
  /** How many calls have begun. */
  readonly started: number;
  /** Holds all calls from now on. */
  hold(): void;
  /** Answers the held calls, and later calls at once. */
  letGo(): void;
  stop(): Promise<void>;
}

export async function startHoldingServer(): Promise<HoldingServer> {
  let gate = Promise.withResolvers<void>();
  let started = 0;
  const { url, stop } = await scriptedMcp({
    'tools/call': ({ id }, response) => {
      started++;
      void gate.promise.then(() =>
        asJson(response, 200, { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'printed' }] } }),
      );
    },
  });
  return {
    url,
    stop,
    get started() {
      return started;
    },
    hold: () => {
      gate = Promise.withResolvers<void>();
    },
    letGo: () => gate.resolve(),
  };
}
