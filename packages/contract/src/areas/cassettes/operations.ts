import { NoInput, NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import { EvalDeleted } from '../suites/documents.ts';
import { Cassette, CassettePage, ListCassettes } from './documents.ts';

const common = { tag: 'Cassettes', access: 'member', service: 'runs' } as const;
const CASSETTE = '/projects/{projectId}/cassettes/{cassetteId}';

export const deleteEvalCassette = operation({
  ...common,
  method: 'DELETE',
  path: CASSETTE,
  summary: 'Delete a cassette; runs that replay it fail from then on.',
  input: NoInput,
  status: 200,
  reply: EvalDeleted,
  bodyOptional: true,
});

export const getEvalCassette = operation({
  ...common,
  access: 'viewer',
  method: 'GET',
  path: CASSETTE,
  summary: 'Read which calls a cassette has recordings of.',
  input: NoQuery,
  status: 200,
  reply: Cassette,
});

export const listEvalCassettes = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-suites/{suiteId}/cassettes',
  access: 'viewer',
  summary: 'List the cassettes of a suite, newest first.',
  description: 'A run that is launched with `cassette: {"mode": "record"}` makes one when it is over.',
  input: ListCassettes,
  status: 200,
  reply: CassettePage,
});
