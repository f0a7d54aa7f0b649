import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { EpochMs, Id, open } from '../../schema.ts';

export type MetSurfaces = Static<typeof MetSurfaces>;
export const MetSurfaces = open(
  {
    items: Type.Array(
      open({
        environmentId: Type.Optional({ ...Id, description: 'Absent for runs without an environment.' }),
        runId: Id,
        runNumber: Type.Integer(),
        suiteId: Id,
        hash: Type.String({ description: 'The hash of the surface, as lists of surfaces have it.' }),
        metAt: EpochMs(),
      }),
      { description: 'One of each environment, the newest first; at most 200, of the last 1,000 meetings.' },
    ),
  },
  { $id: 'MetSurfaces' },
);
