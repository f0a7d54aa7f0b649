import * as catalog from '@assay/contract/operations/catalog';
import { byId, operations } from '@assay/contract/operations/index';
import * as people from '@assay/contract/operations/people';
import { boundsOf, propertiesOf, type PageQuery } from '@assay/contract/schema';
import type { TSchema } from 'typebox';

test('two operations cannot have one id', () => {
  expect(Object.keys(byId([catalog, people]))).toEqual([...Object.keys(catalog), ...Object.keys(people)]);
  expect(() => byId([catalog, people, { listProjects: operations.listProjects! }])).toThrow(
    'There are two operations listProjects.',
  );
});

/** Every list: rows on a page by default and at most. */
const bounds: Record<string, [fallback: number, max: number]> = {
  // Clients look for names in the first page of what a project owns.
  listOrganizations: [200, 500],
  listProjects: [200, 500],
  listProjectServers: [200, 500],
  listEvalSuites: [200, 500],
  listRegistryConnections: [200, 500],
  listEvalCases: [500, 1000],
  listEvalSuiteRuns: [25, 100],
  listEvalCassettes: [25, 100],
  listReadinessRuns: [25, 100],
  listConformanceRuns: [25, 100],
  listEvalRunIterations: [50, 200],
  getEvalRunDecisionSummary: [50, 200],
  listEvalIterationTraceParts: [20, 100],
  listEvalSuiteRevisions: [50, 200],
  listServerSurfaces: [50, 200],
  listRegistryServers: [50, 200],
  listDirectoryServers: [30, 100],
  listChatSessions: [50, 200],
  listOwnSessions: [50, 200],
  listMembers: [50, 200],
  listProjectMembers: [50, 200],
  listInvitations: [50, 200],
  listRunnerTokens: [50, 200],
  listApiKeys: [50, 200],
  listOrganizationApiKeys: [50, 200],
  listAuditLog: [50, 200],
  listBudgets: [50, 200],
  listUsage: [100, 500],
};

test('the pages of every list are as long as the API says', () => {
  const isPaged = (input: TSchema): input is PageQuery =>
    ['cursor', 'limit'].every((name) => name in propertiesOf(input));
  const paged = Object.entries(operations).flatMap(([id, { input }]) =>
    isPaged(input) ? [[id, boundsOf(input)] as const] : [],
  );
  expect(Object.fromEntries(paged.map(([id, { fallback, max }]) => [id, [fallback, max]]))).toEqual(bounds);
});

/** Cancelling, unpublishing and archiving, whether they are there by now or not. */
const reducing = ['cancelJourneyRun', 'unpublishStudy', 'deletePersona', 'archiveJourney', 'archiveSwarm'];

test('what reduces spending or exposure does not need its feature', () => {
  expect(reducing.filter((id) => operations[id]?.gate !== undefined)).toEqual([]);
});
