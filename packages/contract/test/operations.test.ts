import { nameOperations } from '@assay/contract/name-operations';
import { operation } from '@assay/contract/operation';
import { allOperations } from '@assay/contract/operations';
import { boundsOf, open, propertiesOf, type PageQuery } from '@assay/contract/schema';
import type { TSchema } from 'typebox';

const getThing = operation({
  service: 'runs',
  method: 'PATCH',
  path: '/projects/{projectId}/things/{thingId}',
  headers: ['idempotencyKey'],
  tag: 'Things',
  summary: 'Do it.',
  access: 'member',
  input: open({}),
  status: 200,
  reply: open({}),
});

test('two areas cannot have operations with one id', () => {
  expect(Object.keys(nameOperations({ things: { getThing }, more: { getOther: getThing } }))).toEqual([
    'getThing',
    'getOther',
  ]);
  expect(() => nameOperations({ things: { getThing }, more: { getThing } })).toThrow(
    'There are two operations getThing.',
  );
});

test('an operation gets its id and its area from its declaration', () => {
  const { id, area } = nameOperations({ things: { getThing } }).getThing;
  expect([id, area]).toEqual(['getThing', 'things']);
});

test('no two operations have one method and path', () => {
  const all = Object.values(allOperations);
  expect(
    new Set(all.map(({ method, path, beside }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')} ${beside}`)).size,
  ).toBe(all.length);
});

/** The default and the largest number of rows of a page. */
const COMMON_BOUNDS = [50, 200];
/** The lists with other bounds. */
const otherBounds: Record<string, [fallback: number, max: number]> = {
  // Clients look for names in the first page of what a project owns.
  listOrganizations: [200, 500],
  listProjects: [200, 500],
  listProjectServers: [200, 500],
  listClients: [200, 500],
  listEvalSuites: [200, 500],
  listEnvironments: [200, 500],
  listServerGroups: [200, 500],
  listStudies: [200, 500],
  listPersonas: [200, 500],
  listJourneys: [200, 500],
  listSwarms: [200, 500],
  listSwarmFindings: [200, 500],
  listRegistryConnections: [200, 500],
  listEvalCases: [500, 1000],
  listCasesByTool: [200, 500],
  listEvalSuiteRuns: [25, 100],
  listEvalCassettes: [25, 100],
  listReadinessRuns: [25, 100],
  listConformanceRuns: [25, 100],
  listEvalIterationSpans: [1_000, 10_000],
  listEvalIterationTraceParts: [20, 100],
  listJourneySessionTraceParts: [20, 100],
  listDirectoryServers: [30, 100],
  listUsage: [100, 500],
};

/** They answer everything unless a request has a `limit`, as they did before they had pages. */
const pagedOnRequest = new Set(['compareEvalRun']);

test('the pages of every list are as long as the API says', () => {
  const isPaged = (input: TSchema): input is PageQuery =>
    ['cursor', 'limit'].every((name) => name in propertiesOf(input));
  const paged = Object.entries(allOperations).flatMap(([id, { input }]) =>
    isPaged(input) && !pagedOnRequest.has(id) ? [[id, boundsOf(input)] as const] : [],
  );
  expect(Object.fromEntries(paged.map(([id, { fallback, max }]) => [id, [fallback, max]]))).toEqual({
    ...Object.fromEntries(paged.map(([id]) => [id, COMMON_BOUNDS])),
    ...otherBounds,
  });
});

/**
 * Operations of gated features that reduce spending or exposure: cancelling, unpublishing and archiving. Not all of
 * them exist yet.
 */
const reducing = ['cancelJourneyRun', 'unpublishStudy', 'deletePersona', 'archiveJourney', 'archiveSwarm'];

test('an operation that reduces spending or exposure does not need its feature', () => {
  expect(reducing.filter((id) => allOperations[id]?.gate !== undefined)).toEqual([]);
});
