import type { Budget } from '@assay/contract/areas/budgets/documents';
import type { ProjectSchedule } from '@assay/contract/areas/schedules/documents';
import type { EvalSuite } from '@assay/contract/areas/suites/listed-suites';
import type { Operation } from '@assay/contract/operation';
import { operations } from '@assay/contract/operations';
import { Problem } from '@assay/contract/problem';
import { AuthoringService } from '@assay/mesh/gen/assay/v1/suites';
import { callOperation } from '@assay/kit/rpc/call-operation';
import type { Channel } from '@assay/kit/rpc/client';
import type { Caller } from '@assay/kit/security/caller';
import type { Deps } from '../../deps.ts';
import type { AttentionFacts, AttentionServer } from '../../domain/overview/attention-facts.ts';
import { countRuns, listEndingWaivers } from '../../store/overview/attention-facts.ts';
import type { AnsweredParts } from './answered-parts.ts';

/** At most this many pages of a list are read: beyond it, items and counts are incomplete. */
const MAX_PAGES = 5;
/** Waivers are told this long before they end, in days. */
const WAIVER_DAYS = 7;

/** Asks every service what it knows about a project, at once; `parts` names the services that did not answer. */
export async function readAttentionFacts(
  deps: Deps,
  { organizationId = '' }: Caller,
  projectId: string,
  parts: AnsweredParts,
): Promise<AttentionFacts> {
  const { pool, suites: authoring, catalog } = deps;
  const project = { projectId };
  const [suites, servers, schedules, { suites: drafts }, budgets, waivers, runs] = await Promise.all([
    parts.of('suites', everyItem<EvalSuite>(authoring, operations.listEvalSuites, project, 200), []),
    parts.of('catalog', everyItem<AttentionServer>(catalog, operations.listProjectServers, project, 500), []),
    parts.of('suites', everyItem<ProjectSchedule>(authoring, operations.listProjectSchedules, project, 200), []),
    parts.of('suites', authoring.call(AuthoringService.listOpenDrafts, project), { suites: [] }),
    parts.of('catalog', visibleBudgets(catalog, organizationId), []),
    listEndingWaivers(pool, projectId, WAIVER_DAYS),
    countRuns(pool, projectId),
  ]);
  return { projectId, organizationId, suites, servers, schedules, drafts, waivers, budgets, runs };
}

/** The items of a list, page by page. */
async function everyItem<Item>(channel: Channel, list: Operation, target: object, limit: number): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const reply = (await callOperation(channel, list, target, { limit, ...(cursor !== undefined && { cursor }) })) as {
      items: Item[];
      nextCursor?: string;
    };
    items.push(...reply.items);
    cursor = reply.nextCursor;
    if (cursor === undefined) break;
  }
  return items;
}

/** The budgets of the organization, or none where the caller may not see them: guests of a project see only the project. */
async function visibleBudgets(catalog: Channel, organizationId: string): Promise<Budget[]> {
  try {
    return await everyItem<Budget>(catalog, operations.listBudgets, { organizationId }, 200);
  } catch (error) {
    if (error instanceof Problem && (error.code === 'FORBIDDEN' || error.code === 'NOT_FOUND')) return [];
    throw error;
  }
}
