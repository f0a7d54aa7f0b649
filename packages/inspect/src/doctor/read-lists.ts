import { Problem } from '@assay/contract/problem';
import { LISTINGS, type Listing } from '@assay/mcp/pages';
import type { CallOptions } from '@assay/mcp/request';
import type { Session } from '@assay/mcp/session';
import type { ListOutcomes } from './findings.ts';
import type { Subject } from '../subject.ts';
import { attempt } from './attempt.ts';

/** All lists together may take this long, in milliseconds, so that the report arrives before the API's deadline. */
const LISTS_MS = 45_000;

/** Reads every page of every list that the server declares, all lists at once. */
export async function readLists(session: Session, { signal, ...trace }: Subject['ties']): Promise<ListOutcomes> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Problem('TIMEOUT', 'Reading the list took too long.')), LISTS_MS);
  const options = { ...trace, signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal };
  const { capabilities } = session.info;
  const read = <T>(list: Listing, all: (options: CallOptions) => Promise<T>) =>
    (capabilities[list.capability] ? attempt(() => all(options)) : Promise.resolve(undefined));
  try {
    const [tools, resources, resourceTemplates, prompts] = await Promise.all([
      read(LISTINGS.tools, session.listAllTools), read(LISTINGS.resources, session.listAllResources),
      read(LISTINGS.resourceTemplates, session.listAllResourceTemplates), read(LISTINGS.prompts, session.listAllPrompts),
    ]);
    return { tools, resources, resourceTemplates, prompts };
  } finally {
    clearTimeout(timer);
  }
}
