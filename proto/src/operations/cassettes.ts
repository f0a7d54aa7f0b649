import { Cassette, CassettePage, ListCassettes } from '../areas/cassettes/documents.ts';
import { NoInput, NoQuery } from '../none.ts';
import { EvalDeleted } from '../areas/suites/documents.ts';
import { RunsService } from '../gen/assay/v1/runs.ts';
import { operation } from '../operation.ts';

const common = { tag: 'Cassettes', access: 'member', service: 'runs' } as const;
const CASSETTE = '/projects/{projectId}/cassettes/{cassetteId}';

export const listEvalCassettes = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-suites/{suiteId}/cassettes',
  access: 'viewer',
  summary: "List what a suite's runs recorded, newest first.",
  description: 'A run that is launched with `cassette: {"mode": "record"}` makes one when it is over.',
  rpc: RunsService.listCassettes,
  input: ListCassettes,
  status: 200,
  reply: CassettePage,
});

export const getEvalCassette = operation({
  ...common,
  access: 'viewer',
  method: 'GET',
  path: CASSETTE,
  summary: 'Read what a cassette has recordings of.',
  rpc: RunsService.getCassette,
  input: NoQuery,
  status: 200,
  reply: Cassette,
});

export const deleteEvalCassette = operation({
  ...common,
  method: 'DELETE',
  path: CASSETTE,
  summary: 'Delete a cassette; runs that replay it fail from then on.',
  rpc: RunsService.deleteCassette,
  input: NoInput,
  status: 200,
  reply: EvalDeleted,
  bodyOptional: true,
});
