import { operations } from '@assay/contract/operations';
import { draft, startTestSuites, type TestSuites } from './start.ts';

/** The whole service of the test file that opened it. */
export let house: TestSuites;
export async function openHouse(): Promise<void> {
  house = await startTestSuites();
}
export const closeHouse = (): Promise<void> => house.stop();

export const project = { projectId: 'prj_1' };
export const create = async (changes: object = {}) =>
  (await house.call(operations.createEvalSuite, project, draft(changes))).suiteId;
export const read = (suiteId: string) => house.call(operations.getEvalSuite, { ...project, suiteId });
export const update = (suiteId: string, patch: object, declaredSuiteId = '') =>
  house.call(operations.updateEvalSuite, { ...project, suiteId, declaredSuiteId }, patch);
export const remove = (suiteId: string) => house.call(operations.deleteEvalSuite, { ...project, suiteId });
export const revisions = (suiteId: string, query: object = {}) =>
  house.call(operations.listEvalSuiteRevisions, { ...project, suiteId }, query);
export const refusal = (path: string) => ({ code: 'VALIDATION_ERROR', details: { issues: [{ path }] } });
