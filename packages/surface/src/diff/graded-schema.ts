import { spellText } from '../quote-text.ts';
import { limitChanges, partChange, type ChangeGrade, type ItemChange } from './change.ts';
import { compareSchemas } from './schema/compare-schemas.ts';
import type { ComparisonBudget } from './schema/budget.ts';
import type { ChangeEffect } from './schema/schema-change.ts';

/** The grade of each effect: callers write values of an input schema and read values of an output schema. */
const GRADES: Record<'inputSchema' | 'outputSchema', Record<ChangeEffect, ChangeGrade>> = {
  inputSchema: {
    narrowed: 'breaking',
    widened: 'additive',
    unclear: 'breaking',
    gained: 'additive',
    lost: 'breaking',
    described: 'cosmetic',
  },
  outputSchema: {
    narrowed: 'additive',
    widened: 'breaking',
    unclear: 'breaking',
    gained: 'additive',
    lost: 'breaking',
    described: 'cosmetic',
  },
};

const MAX_CHANGES = 500;

/** The changes of an input or output schema, graded for callers that were built on the old one. */
export function gradedSchema(
  role: keyof typeof GRADES,
  from: unknown,
  to: unknown,
  budget?: ComparisonBudget,
): ItemChange[] {
  if (role === 'outputSchema' && (from === undefined || to === undefined)) {
    return [
      partChange(
        '/outputSchema',
        from === undefined ? 'additive' : 'breaking',
        from,
        to,
        from === undefined ? 'promises structured results' : 'no longer promises structured results',
      ),
    ];
  }
  const changes = compareSchemas(from, to, budget).map(
    ({ path, effect, message, from: before, to: after, change, affectsModels }) => ({
      ...partChange(
        `/${role}${path}`,
        GRADES[role][effect],
        before,
        after,
        `${role}${path && ` at ${spellText(path)}`} ${message}`,
        affectsModels ? { affectsModels } : {},
      ),
      change,
    }),
  );
  return limitChanges(changes, MAX_CHANGES, (grade, count) =>
    partChange(`/${role}`, grade, from, to, `${role} has ${count} more ${grade} changes`),
  );
}
