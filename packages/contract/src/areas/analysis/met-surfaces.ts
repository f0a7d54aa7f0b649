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
        hash: Type.String({
          description:
            'Of what a run reads: the tools, without resources and prompts. Lists of surfaces have other hashes.',
        }),
        version: Type.Optional(Type.String({ description: 'As the server introduced itself.' })),
        metAt: EpochMs(),
      }),
      { description: 'One of each environment, the newest first; at most 200, of the last 1,000 meetings.' },
    ),
  },
  { $id: 'MetSurfaces' },
);
