import type { Surface } from '@assay/contract/areas/surfaces/documents';
import type { SessionInfo } from '@assay/mcp/session';

/** The surface of a server, from its handshake and its lists. */
export const toSurface = (
  { protocolVersion, serverInfo, instructions, capabilities }: SessionInfo,
  lists: Pick<Surface, 'tools' | 'resources' | 'resourceTemplates' | 'prompts'>,
): Surface => ({
  protocolVersion,
  ...(serverInfo && { serverInfo: { ...serverInfo } }),
  ...(instructions !== undefined && { instructions }),
  capabilities: { ...capabilities },
  ...lists,
});
