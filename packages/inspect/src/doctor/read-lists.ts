import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { Problem } from '@assay/contract/problem';
import { ByteBudget } from '@assay/mcp/transport/byte-budget';
import { diagnose } from '@assay/mcp/diagnosis/diagnosis';
import { LISTINGS, type Listing } from '@assay/mcp/requests/pages';
import type { CallOptions } from '@assay/mcp/requests/request';
import type { Session } from '@assay/mcp/session';
import type { InspectedServer } from '../subject.ts';
import { toSurface } from '../to-surface.ts';
import type { DoctorFindings, ListName, ListOutcome, ListOutcomes, DoctorLists } from './findings.ts';
import { readList } from './read-list.ts';

/** What a server is asked for although it does not declare it has this long to answer. */
const UNDECLARED_MS = 3_000;
const NAMES = Object.keys(LISTINGS) as ListName[];

export interface ListsRead extends Required<Pick<DoctorFindings, 'lists' | 'undeclared'>> {
  /** Where all that is declared could be read, and is in order. */
  surface?: Surface;
}

/** Reads every page of every list that the server declares, all lists at once, then looks for those that it does not declare. */
export async function readLists(
  session: Session,
  { signal, ...trace }: InspectedServer['ties'],
  withinMs: number,
): Promise<ListsRead> {
  const late = new AbortController();
  const timer = setTimeout(
    () =>
      late.abort(
        new Problem('TIMEOUT', 'Reading the list took too long.', { cause: 'answer_stalled', elapsedMs: withinMs }),
      ),
    withinMs,
  );
  const options = {
    ...trace,
    budget: new ByteBudget(),
    signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
  };
  const isDeclared = (name: ListName) => session.info.capabilities[LISTINGS[name].capability] !== undefined;
  try {
    const read = await Promise.all(
      NAMES.map(async (name) => [
        name,
        isDeclared(name) ? await readList(session, LISTINGS[name], options) : undefined,
      ]),
    );
    const lists = Object.fromEntries(read) as ListOutcomes;
    const served = await Promise.all(
      NAMES.filter((name) => !isDeclared(name)).map(async (name) => [
        name,
        await servedAllTheSame(session, LISTINGS[name], options),
      ]),
    );
    const undeclared = Object.fromEntries(served.filter(([, diagnosis]) => diagnosis)) as ListsRead['undeclared'];
    const surface = surfaceOf(session, lists);
    return { lists, undeclared, ...(surface && { surface }) };
  } finally {
    clearTimeout(timer);
  }
}

async function servedAllTheSame(session: Session, listing: Listing, options: CallOptions) {
  try {
    const { value } = await session.readPage(listing, undefined, { ...options, timeouts: { idleMs: UNDECLARED_MS } });
    const items: unknown = value[listing.key];
    return Array.isArray(items) && items.length > 0
      ? diagnose('served_not_declared', { method: listing.method, items: items.length })
      : undefined;
  } catch (error) {
    // Refusing what was not declared is what a server should do.
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** Undefined unless every list is there as the server means it. */
function surfaceOf({ info }: Session, lists: ListOutcomes): Surface | undefined {
  const items = NAMES.map((name) => [name, itemsIn(name, lists[name])] as const);
  return items.every(([, found]) => found)
    ? toSurface(info, Object.fromEntries(items) as unknown as DoctorLists)
    : undefined;
}

function itemsIn(name: ListName, outcome: ListOutcome<unknown> | undefined): unknown {
  if (!outcome) return [];
  if ('value' in outcome) return outcome.flaw ? undefined : outcome.value;
  return name === 'resourceTemplates' && outcome.problem.code === 'FEATURE_NOT_SUPPORTED' ? [] : undefined;
}
