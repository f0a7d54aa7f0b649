/** The budget of a comparison, in steps; shared by all schemas of a diff. */
export interface ComparisonBudget {
  left: number;
}

/** Thrown when a comparison exceeds its budget. */
export class ComparisonTooLarge extends Error {}

const ALL = 800_000;
/** The limit for a single schema, so that one schema does not use up the budget of the others. */
const EACH = 200_000;

export const openBudget = (): ComparisonBudget => ({ left: ALL });

/** Counts the steps of one schema. @throws ComparisonTooLarge beyond its share, or when nothing is left. */
export function budgetShareOf(budget: ComparisonBudget): (steps: number) => void {
  if (budget.left <= 0) throw new ComparisonTooLarge();
  const least = Math.max(0, budget.left - EACH);
  return (steps) => {
    budget.left -= steps;
    if (budget.left < least) {
      budget.left = least;
      throw new ComparisonTooLarge();
    }
  };
}

/** The number of values in the first two levels of a schema. */
export const breadthOf = (schema: object): number =>
  Object.values(schema).reduce<number>(
    (sum, value) =>
      sum +
      1 +
      (typeof value === 'object' && value !== null ? (Array.isArray(value) ? value : Object.keys(value)).length : 0),
    1,
  );
