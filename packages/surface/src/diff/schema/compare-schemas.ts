import { isObject } from '@assay/contract/json';
import { withLocalReferences } from '@assay/contract/json-schema/local-references';
import { sameJson, textOf } from '../../json.ts';
import { openBudget, budgetShareOf, ComparisonTooLarge, breadthOf, type ComparisonBudget } from './budget.ts';
import { compareNormal } from './compare-normal.ts';
import { descriptionChanges } from './descriptions.ts';
import { annotationsOf, schemaDocumentOf, normalSchema } from './located.ts';
import { samenessOf } from './sameness.ts';
import {
  changedKeyword,
  mayRefuseValues,
  UNCLEAR_MESSAGE,
  type ChangeEffect,
  type SchemaChange,
} from './schema-change.ts';
import type { SchemaWalk } from './walk.ts';

const MAX_DEPTH = 48;
/** Keywords that make the meaning of a schema depend on where it is used. */
const DYNAMIC = /"(?:\$dynamicRef|\$recursiveRef|\$dynamicAnchor)":/;

/** The changes between two schemas, and their effect on the values that match. */
export function compareSchemas(
  before: unknown,
  after: unknown,
  budget: ComparisonBudget = openBudget(),
): SchemaChange[] {
  if (sameJson(before, after)) return [];
  const [from, to] = [before, after].map(withLocalReferences);
  const wrong = [from, to].find((schema) => schema !== undefined && typeof schema !== 'boolean' && !isObject(schema));
  if (wrong !== undefined || DYNAMIC.test(textOf([from, to])))
    return [changedKeyword('unclear', '', from, to, UNCLEAR_MESSAGE)];
  try {
    const spend = budgetShareOf(budget);
    const compare = comparison(from, to, spend);
    return compare(
      { schema: from, document: schemaDocumentOf(from, spend) },
      { schema: to, document: schemaDocumentOf(to, spend) },
      '',
    ).filter(({ isTold }) => !isTold);
  } catch (error) {
    if (!(error instanceof ComparisonTooLarge)) throw error;
    return [changedKeyword('unclear', '', undefined, undefined, `is too large to compare, so it ${UNCLEAR_MESSAGE}`)];
  }
}

/**
 * The comparison of a pair of schemas, finished or in progress. `at` is its position on the stack of open pairs,
 * `lowest` the lowest position that it refers to (as in Tarjan's algorithm): pairs that refer to each other are one
 * component and share one result.
 */
interface Visit {
  at: number;
  lowest: number;
  isOpen: boolean;
  isTold: boolean;
  found: Map<ChangeEffect, SchemaChange>;
}

/** Compares each pair of schemas once; later visits reuse the result. */
function comparison(from: unknown, to: unknown, spend: (steps: number) => void): SchemaWalk['compare'] {
  const { isSame, meansTheSame } = samenessOf(from, to);
  const visits = new Map<object, Map<object, Visit>>();
  const open: Visit[] = [];
  const way: Visit[] = [];
  let isTelling = true;

  const compare: SchemaWalk['compare'] = (before, after, path) => {
    spend(1);
    if (isSame(before.schema, after.schema)) return [];
    const [x, y] = [normalSchema(before), normalSchema(after)];
    const visit = visits.get(x)?.get(y);
    const isKnown = visit !== undefined && (visit.isTold || !isTelling);
    const found = isKnown ? again(visit) : anew(x, y, visit);
    if (!isTelling) return found;
    const [was, is] = [annotationsOf(before), annotationsOf(after)];
    return isKnown && !was.isOwn && !is.isOwn
      ? found
      : [...found, ...descriptionChanges(was.effective, is.effective, path)];

    function anew(x: object, y: object, earlier: Visit | undefined): SchemaChange[] {
      if (way.length >= MAX_DEPTH)
        return [
          changedKeyword('unclear', path, undefined, undefined, `is too large to compare, so it ${UNCLEAR_MESSAGE}`),
        ];
      spend(breadthOf(x) + breadthOf(y));
      const underway = earlier?.isOpen ? earlier : begun(x, y);
      underway.isTold ||= isTelling;
      way.push(underway);
      const changes = compareNormal(
        {
          from: normalSchema(before),
          to: normalSchema(after),
          before,
          after,
          path,
        },
        walk,
      );
      way.pop();
      for (const change of changes)
        if (!underway.found.has(change.effect)) underway.found.set(change.effect, { ...change, isTold: true });
      settle(underway);
      return isTelling ? changes : [...underway.found.values()];
    }
  };

  function begun(x: object, y: object): Visit {
    const visit: Visit = {
      at: open.length,
      lowest: open.length,
      isOpen: true,
      isTold: false,
      found: new Map(),
    };
    (visits.get(x) ?? visits.set(x, new Map()).get(x)!).set(y, visit);
    open.push(visit);
    return visit;
  }

  /** A pair in progress counts as compatible unless a difference is found elsewhere. */
  function again(visit: Visit): SchemaChange[] {
    const holder = way.at(-1);
    if (visit.isOpen && holder) holder.lowest = Math.min(holder.lowest, visit.lowest);
    return [...visit.found.values()];
  }

  /** All pairs of a component share the union of their changes. */
  function settle(visit: Visit): void {
    const holder = way.at(-1);
    if (visit.lowest < visit.at) {
      if (holder) holder.lowest = Math.min(holder.lowest, visit.lowest);
      return;
    }
    const circle = open.splice(visit.at);
    for (const { found } of circle)
      for (const [effect, change] of found) if (!visit.found.has(effect)) visit.found.set(effect, change);
    for (const each of circle) Object.assign(each, { isOpen: false, found: visit.found });
  }

  const covers: SchemaWalk['covers'] = (before, after) => {
    const told = isTelling;
    isTelling = false;
    try {
      return !compare(before, after, '').some((change) => mayRefuseValues(change) || change.effect === 'gained');
    } finally {
      isTelling = told;
    }
  };

  const walk: SchemaWalk = { compare, covers, meansTheSame };
  return compare;
}
