import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { Moment, nullable, oneOf, open, page, pageQuery } from '../../schema.ts';

export type UsageGrouping = Static<typeof groupBy>;
const groupBy = oneOf(['project', 'suite', 'run', 'key', 'model', 'provider', 'day', 'purpose'], {
  default: 'day',
  description: '`day` is the day in UTC.',
});

export type ListUsage = Static<typeof ListUsage>;
export const ListUsage = open({
  ...pageQuery('', 100, 500).properties,
  from: Type.Optional(
    Moment('Calls from this moment on, in milliseconds since the epoch; 30 days before `to` when absent.'),
  ),
  to: Type.Optional(Moment('Calls before this moment; now when absent.')),
  groupBy: Type.Optional(groupBy),
});

export type ModelUsage = Static<typeof ModelUsage>;
export const ModelUsage = open(
  {
    group: Type.Optional(
      Type.String({
        description:
          'The id, the name or the date (`2026-01-31`) of the group; absent for calls outside of every group, such as calls without a key.',
      }),
    ),
    calls: Type.Integer({ description: 'Calls that are over.' }),
    inputTokens: Type.Integer({ description: 'Those from a cache included.' }),
    outputTokens: Type.Integer(),
    cachedInputTokens: Type.Integer(),
    costUsd: nullable(Type.Number({ description: 'The cost of the calls whose price is known; null when none is.' })),
    uncostedCalls: Type.Integer({ description: 'Calls of models without a price.' }),
  },
  { $id: 'ModelUsage' },
);

export const ModelUsagePage = page(ModelUsage, 'ModelUsagePage');
