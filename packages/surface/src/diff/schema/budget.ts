/** What comparing takes, in steps; one for all schemas of a diff. */
export interface ComparisonBudget {
  left: number;
}

/** Thrown where comparing takes more than anybody waits for. */
export class ComparisonTooLarge extends Error {}

const ALL = 800_000;
/** No single schema takes the steps of all others. */
const EACH = 200_000;

export const openBudget = (): ComparisonBudget => ({ left: ALL });

/** Counts the steps that one schema takes. @throws TooLarge beyond its share, and where nothing is left. */
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

/** How many values a schema holds at its first two levels. */
export const breadthOf = (schema: object): number =>
  Object.values(schema).reduce<number>(
    (sum, value) =>
      sum +
      1 +
      (typeof value === 'object' && value !== null ? (Array.isArray(value) ? value : Object.keys(value)).length : 0),
    1,
  );
