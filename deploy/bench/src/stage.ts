import type { Closers } from '@assay/local/closers';
import { startEverything } from '@assay/testkit/mcp-servers';
import { openApi, saveServer, type Api } from './api.ts';
import { apiKeyOf, startProduct, temporaryFolder } from './installation.ts';
import { createEchoSuite, runSuite } from './suites.ts';

/** The running product that most figures are measured on, with a real MCP server saved in it. */
export interface Stage {
  api: Api;
  productPid: number;
  dataDir: string;
  everything: { serverId: string; url: string };
  /** A finished run of one case. */
  runId: string;
}

/** Everything that is started here is also told to `closers`. */
export async function openStage(closers: Closers): Promise<Stage> {
  const folder = await temporaryFolder();
  closers.add(folder);
  const product = await startProduct(folder.path);
  closers.add(product);
  const server = await startEverything({ transport: 'streamableHttp' });
  closers.add(server);
  const api = await openApi(product.url, await apiKeyOf(folder.path));
  const serverId = await saveServer(api, 'everything', server.url);
  const runId = await runSuite(api, await createEchoSuite(api, serverId, 1, 'iteration'));
  return { api, productPid: product.pid, dataDir: folder.path, everything: { url: server.url, serverId }, runId };
}
