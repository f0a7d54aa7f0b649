import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, oneOf, open, page, pageQuery } from '../../schema.ts';

const scopeKind = oneOf(['organization', 'project', 'suite', 'run', 'key'], {
  description: 'What a budget covers. `key` is an API key, with every call that is made with it.',
});
const scope = { kind: scopeKind, id: Id };

const period = oneOf(['day', 'total'], {
  description: 'A `day` begins at midnight UTC; a `total` never starts again.',
});

export type SetBudget = Static<typeof SetBudget>;
export const SetBudget = closed(
  {
    scope: closed(scope),
    period,
    limit: closed(
      {
        usd: Type.Optional(
          Type.Number({
            minimum: 0,
            maximum: 1_000_000,
            description: 'US dollars, to a millionth. Covers only models whose price is known, and refuses the others.',
          }),
        ),
        tokens: Type.Optional(
          Type.Integer({ minimum: 0, maximum: 1_000_000_000_000, description: 'Input and output together.' }),
        ),
      },
      { minProperties: 1, maxProperties: 1, description: '0 stops every call.' },
    ),
  },
  { $id: 'BudgetRequest' },
);

const amount = (description: string) =>
  open({ usd: Type.Optional(Type.Number()), tokens: Type.Optional(Type.Integer()) }, { description });

export type Budget = Static<typeof Budget>;
export const Budget = open(
  {
    id: Id,
    scope: open(scope),
    period,
    limit: amount('In dollars or in tokens, like the amounts beside it.'),
    spent: amount('Spent by calls that are over, in this period.'),
    reserved: amount('The most that calls under way may cost.'),
    remaining: amount('What is neither spent nor reserved.'),
    resetsAt: Type.Optional(EpochMs('When the budget starts again; absent where it never does.')),
    createdAt: EpochMs(),
    updatedAt: EpochMs(),
  },
  { $id: 'Budget' },
);

export const BudgetPage = page(Budget, 'BudgetPage');
export const ListBudgets = open({ ...pageQuery('', 50, 200).properties, scopeKind: Type.Optional(scopeKind) });
export const BudgetRemoved = open({ id: Id, removed: Type.Literal(true) }, { $id: 'BudgetRemoved' });
