import type { InitInfo } from '@assay/contract/areas/diagnosis/documents';
import type { SessionInfo } from '@assay/mcp/session';

/** The result of the handshake as the API shows it. */
export function initInfo({
  protocolVersion,
  transport,
  serverInfo,
  capabilities,
  instructions,
}: SessionInfo): InitInfo {
  return {
    protocolVersion,
    transport,
    ...(serverInfo && { serverInfo: { ...serverInfo } }),
    capabilities: { ...capabilities },
    ...(instructions !== undefined && { instructions }),
  };
}
