import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { Id, oneOf, open } from '../../schema.ts';

export type ServerUse = Static<typeof ServerUse>;
export const ServerUse = open(
  {
    kind: oneOf(['suite', 'environment', 'client', 'serverGroup', 'journey', 'study']),
    id: Id,
    name: Type.Optional(Type.String({ description: 'Absent for a journey.' })),
    caseCount: Type.Optional(Type.Integer({ description: 'Of a suite.' })),
  },
  { $id: 'ServerUse' },
);

export type ServerUses = Static<typeof ServerUses>;
export const ServerUses = open(
  {
    serverId: Id,
    count: Type.Integer({
      description: 'Suites, environments, journeys and studies; clients and groups lead to these.',
    }),
    uses: Type.Array(ServerUse, {
      description: 'At most 200 of a kind. A suite or journey uses it by itself, or by an environment or a client.',
    }),
  },
  { $id: 'ServerUses' },
);

export const ServerUseCounts = open(
  {
    items: Type.Array(open({ serverId: Id, count: Type.Integer() }), {
      description: 'Servers that anything uses; all others have none.',
    }),
  },
  { $id: 'ServerUseCounts' },
);
