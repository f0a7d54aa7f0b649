import { Problem } from '@assay/contract/problem';
import { LISTINGS } from '@assay/mcp/pages';
import type { CallOptions } from '@assay/mcp/request';
import type { Session } from '@assay/mcp/session';
import type { ListName, ListOutcomes, Lists } from '../domain/findings.ts';
import { ties } from '../open-session.ts';
import { attempt } from './attempt.ts';

/** All lists together may take this long, in milliseconds, so that the report arrives before the API's deadline. */
const LISTS_MS = 45_000;

/** Reads every page of every list that the server declares, all lists at once. */
export async function readLists(session: Session): Promise<ListOutcomes> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Problem('TIMEOUT', 'Reading the list took too long.')), LISTS_MS);
  const { signal, ...trace } = ties();
  const options = { ...trace, signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal };
  try {
    const [tools, resources, resourceTemplates, prompts] = await Promise.all([
      read(session, 'tools', session.listAllTools, options), read(session, 'resources', session.listAllResources, options),
      read(session, 'resourceTemplates', session.listAllResourceTemplates, options), read(session, 'prompts', session.listAllPrompts, options),
    ]);
    return { tools, resources, resourceTemplates, prompts };
  } finally {
    clearTimeout(timer);
  }
}

async function read<Name extends ListName>(
  { info }: Session, name: Name, all: (options: CallOptions) => Promise<Lists[Name]>, options: CallOptions,
): Promise<ListOutcomes[Name]> {
  return info.capabilities[LISTINGS[name].capability] ? attempt(() => all(options)) : undefined;
}
