import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { given } from '@assay/contract/given';
import type { InvalidItem } from '@assay/mcp/requests/listed-items';
import { Problem } from '@assay/contract/problem';
import { explainedProblem } from '@assay/mcp/diagnosis/diagnosis';
import { MAX_TOOLS } from '@assay/surface/max-tools';
import type { SessionInfo } from '@assay/mcp/session';

type SurfaceLists = Pick<Surface, 'tools' | 'resources' | 'resourceTemplates' | 'prompts'>;

/**
 * The surface of a server, from its handshake and its lists.
 * @throws Problem for more tools than are analysed.
 */
export function toSurface(
  { protocolVersion, serverInfo, instructions, capabilities }: SessionInfo,
  lists: SurfaceLists,
  invalidItems: Partial<Record<keyof SurfaceLists, InvalidItem[]>> = {},
): Surface {
  if (lists.tools.length > MAX_TOOLS) throw tooManyTools(lists.tools.length);
  return {
    protocolVersion,
    ...(serverInfo && { serverInfo: { ...serverInfo } }),
    ...given({ instructions }),
    capabilities: { ...capabilities },
    ...lists,
    ...(Object.values(invalidItems).some(({ length }) => length > 0) && { invalidItems: present(invalidItems) }),
  };
}

const present = <T extends object>(lists: T): T =>
  Object.fromEntries(Object.entries(lists).filter(([, { length }]) => length > 0)) as T;

const tooManyTools = (tools: number) =>
  explainedProblem(
    new Problem('SERVER_UNREACHABLE', `The server lists ${tools} tools; analyses take at most ${MAX_TOOLS}.`, {
      cause: 'answer_too_large',
      tools,
      maxTools: MAX_TOOLS,
    }),
  );
