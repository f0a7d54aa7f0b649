import type { Cause } from '@assay/contract/areas/diagnosis/cause';
import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { Problem } from '@assay/contract/problem';
import type { McpSession } from '@assay/mcp/session';
import type { InspectedServer } from './inspected-server.ts';
import { readPages } from './read-pages.ts';

/**
 * Reads the whole surface: all lists concurrently, every page. An unsupported list is empty.
 * @throws Problem of a list that does not come to an end.
 */
export async function readSurface(session: McpSession, ties: InspectedServer['ties']): Promise<Surface> {
  const { surface, whole } = await readPages(session, ties);
  if (whole) return surface;
  throw new Problem('SERVER_UNREACHABLE', 'The pages of the list do not come to an end.', {
    cause: 'list_endless' satisfies Cause,
  });
}
