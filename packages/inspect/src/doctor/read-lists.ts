import type { Cause } from '@assay/contract/areas/diagnosis/cause';
import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { given } from '@assay/contract/given';
import { Problem } from '@assay/contract/problem';
import { ByteBudget } from '@assay/mcp/transport/byte-budget';
import { diagnoseCause, diagnosisOf } from '@assay/mcp/diagnosis/diagnosis';
import { PRIMITIVE_LISTS, type PrimitiveList } from '@assay/mcp/requests/pages';
import type { CallOptions } from '@assay/mcp/requests/request';
import type { McpSession } from '@assay/mcp/session';
import type { InspectedServer } from '../inspected-server.ts';
import { toSurface } from '../to-surface.ts';
import type { DoctorFindings, ListName, ListOutcome, ListOutcomes, DoctorLists } from './findings.ts';
import { readList } from './read-list.ts';

/** The time limit for requests about undeclared lists, in milliseconds. */
const UNDECLARED_MS = 3_000;
const NAMES = Object.keys(PRIMITIVE_LISTS) as ListName[];

export interface ListsRead extends Required<Pick<DoctorFindings, 'lists' | 'undeclared'>> {
  /** Present when every declared list was read to its end; its items may break the protocol. */
  surface?: Surface;
}

/** Reads every page of every declared list, all lists concurrently, then looks for undeclared ones. */
export async function readLists(
  session: McpSession,
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
  const isDeclared = (name: ListName) => session.info.capabilities[PRIMITIVE_LISTS[name].capability] !== undefined;
  try {
    const read = await Promise.all(
      NAMES.map(async (name) => [
        name,
        isDeclared(name) ? await readList(session, PRIMITIVE_LISTS[name], options) : undefined,
      ]),
    );
    const lists = Object.fromEntries(read) as ListOutcomes;
    const served = await Promise.all(
      NAMES.filter((name) => !isDeclared(name)).map(async (name) => [
        name,
        await servedAllTheSame(session, PRIMITIVE_LISTS[name], options),
      ]),
    );
    const undeclared = Object.fromEntries(served.filter(([, diagnosis]) => diagnosis)) as ListsRead['undeclared'];
    const surface = surfaceOf(session, lists);
    return { lists, undeclared, ...given({ surface }) };
  } finally {
    clearTimeout(timer);
  }
}

async function servedAllTheSame(session: McpSession, listing: PrimitiveList, options: CallOptions) {
  try {
    const { value } = await session.readPage(listing, undefined, { ...options, timeouts: { idleMs: UNDECLARED_MS } });
    const items: unknown = value[listing.key];
    return Array.isArray(items) && items.length > 0
      ? diagnoseCause('served_not_declared', { method: listing.method, items: items.length })
      : undefined;
  } catch (error) {
    // A server is supposed to refuse an undeclared list.
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** Undefined unless every list was read to its end. */
function surfaceOf({ info }: McpSession, lists: ListOutcomes): Surface | undefined {
  const items = NAMES.map((name) => [name, itemsIn(name, lists[name])] as const);
  if (!items.every(([, found]) => found)) return undefined;
  const invalidItems = NAMES.map((name) => [name, lists[name]?.invalidItems ?? []]);
  return toSurface(info, Object.fromEntries(items) as unknown as DoctorLists, Object.fromEntries(invalidItems));
}

/** The causes of a list that was read to its end, and is known as it is. */
const OF_ITEMS: ReadonlySet<Cause> = new Set(['items_invalid', 'names_repeated']);

function itemsIn(name: ListName, outcome: ListOutcome<unknown> | undefined): unknown {
  if (!outcome) return [];
  if ('value' in outcome)
    return outcome.flaw && !OF_ITEMS.has(diagnosisOf(outcome.flaw).cause) ? undefined : outcome.value;
  return name === 'resourceTemplates' && outcome.problem.code === 'FEATURE_NOT_SUPPORTED' ? [] : undefined;
}
