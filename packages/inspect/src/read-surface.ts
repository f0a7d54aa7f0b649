import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { Problem } from '@assay/contract/problem';
import { ByteBudget } from '@assay/mcp/transport/byte-budget';
import type { McpSession } from '@assay/mcp/session';
import type { InspectedServer } from './inspected-server.ts';
import { toSurface } from './to-surface.ts';

/** Reads the whole surface: all lists concurrently, every page. An unsupported list is empty. */
export async function readSurface(session: McpSession, ties: InspectedServer['ties']): Promise<Surface> {
  const options = { ...ties, budget: new ByteBudget() };
  const [tools, resources, resourceTemplates, prompts] = await Promise.all([
    orNone(session.listAllTools(options)),
    orNone(session.listAllResources(options)),
    orNone(session.listAllResourceTemplates(options)),
    orNone(session.listAllPrompts(options)),
  ]);
  return toSurface(session.info, {
    tools,
    resources,
    resourceTemplates,
    prompts,
  });
}

/** Servers declare resources and may lack templates, or the other way round. */
const orNone = <I>(list: Promise<I[]>): Promise<I[]> =>
  list.catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'FEATURE_NOT_SUPPORTED') return [];
    throw error;
  });
