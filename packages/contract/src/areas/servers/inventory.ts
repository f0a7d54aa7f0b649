import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { open, record } from '../../schema.ts';

/** The tools that one server declared, unchanged. Only a `complete` list (every page read) is evidence. */
export type ServerInventory = Static<typeof ServerInventory>;
export const ServerInventory = open({
  serverId: Type.String(),
  serverName: Type.String(),
  complete: Type.Boolean(),
  incompleteBecause: Type.Optional(
    Type.String({ description: 'Why the server itself kept the list from being read to its end, in one sentence.' }),
  ),
  tools: Type.Array(record()),
  leftOut: Type.Optional(
    Type.Array(open({ name: Type.Optional(Type.String()), why: Type.String() }), {
      description: 'The entries of the list that are not among the tools, because no client can use them, and why.',
    }),
  ),
});
