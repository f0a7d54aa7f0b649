import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, open, page, pageQuery } from '../../schema.ts';
import { RunnerLabel } from './label.ts';
import { Name } from '../../text.ts';

export type CreateRunnerToken = Static<typeof CreateRunnerToken>;
export const CreateRunnerToken = closed(
  {
    name: Name({ description: 'For people.' }),
    labels: Type.Array(RunnerLabel, {
      minItems: 1,
      maxItems: 20,
      description:
        'Labels of its runners; they take only work that asks for labels, and only if they have all of them.',
    }),
    projectId: Type.Optional({
      ...Id,
      description: 'The only project whose work it takes; every project of the organization when absent.',
    }),
  },
  { $id: 'RunnerTokenCreateRequest' },
);

const fields = {
  id: Id,
  name: Type.String(),
  prefix: Type.String({ description: 'The beginning of the token, to recognise it by.' }),
  labels: Type.Array(Type.String()),
  projectId: Type.Optional(Id),
  createdBy: Type.Optional({ ...Id, description: 'The user who made it.' }),
  createdAt: EpochMs(),
  lastUsedAt: Type.Optional(EpochMs('Exact to a minute.')),
  revokedAt: Type.Optional(EpochMs()),
};

export type RunnerToken = Static<typeof RunnerToken>;
export const RunnerToken = open(fields, { $id: 'RunnerToken' });
export const RunnerTokenPage = page(RunnerToken, 'RunnerTokenPage');
export const ListRunnerTokens = pageQuery('ListRunnerTokens', 50, 200);
export const RunnerTokenCreated = open(
  {
    ...fields,
    token: Type.String({ description: 'The token itself. It is shown here and never again.' }),
  },
  { $id: 'RunnerTokenCreated' },
);
export const RunnerTokenRevoked = open({ id: Id, revoked: Type.Literal(true) }, { $id: 'RunnerTokenRevoked' });
