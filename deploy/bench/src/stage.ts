import type { Closers } from '@assay/local/closers';
import { startEverythingServer } from '@assay/testkit/mcp-servers/everything-server';
import { openApi, saveServer, type BenchApi } from './api.ts';
import { apiKeyOf, startProduct, temporaryFolder } from './installation.ts';
import { createEchoSuite, runSuite } from './suites.ts';

/** The running product that most figures are measured on, with a real MCP server saved in it. */
export interface Stage {
  api: BenchApi;
  productPid: number;
  dataDir: string;
  everything: { serverId: string; url: string };
  /** A finished run of one case. */
  runId: string;
  /** Whether each service is a process of its own. */
  isApart: boolean;
}

/** Starts the product; `isApart` makes each of its services a process of its own. */
export async function openStage(scope: Closers, isApart: boolean): Promise<Stage> {
  const dataDir = await temporaryFolder(scope);
  const product = await startProduct(scope, dataDir, {}, isApart);
  const server = await startEverythingServer({ transport: 'streamableHttp' });
  scope.add(server);
  const api = await openApi(product.url, await apiKeyOf(dataDir));
  const serverId = await saveServer(api, 'everything', server.url);
  const runId = await runSuite(api, await createEchoSuite(api, serverId, 1, 'iteration'));
  return {
    api,
    productPid: product.pid,
    dataDir,
    everything: { url: server.url, serverId },
    runId,
    isApart,
  };
}
