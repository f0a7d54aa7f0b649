import { dial } from '@assay/kit/client';
import type { Logger } from '@assay/kit/log';
import { serve, type Running } from '@assay/kit/serve';
import { Dialects } from '@assay/mcp/dialects';
import type { Config } from './config.ts';
import { diagnostics } from './service.ts';

/** Starts the diagnostics service: it keeps nothing, and needs catalog and the MCP servers. */
export async function startDiagnostics(config: Config, log: Logger): Promise<Running> {
  const { address, meshSecret, keyEncryptionKey, reflection } = config;
  const catalog = dial(config.catalogAddress, meshSecret, 'diagnostics');
  const implementations = diagnostics({ catalog, keyEncryptionKey, dialects: new Dialects() });
  const server = await serve({ name: 'diagnostics', address, implementations, meshSecret, reflection, log });
  return {
    address: server.address,
    stop: async () => {
      await server.stop();
      catalog.close();
    },
  };
}
