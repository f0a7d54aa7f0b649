import { AuthoringService } from '@assay/mesh/gen/assay/v1/suites';
import { operations } from '@assay/contract/operations';
import { draft, startTestSuites, type TestSuites } from './start.ts';

/** The whole service of the test file that opened it. */
export let suiteFixture: TestSuites;
export async function startSuiteFixture(): Promise<void> {
  suiteFixture = await startTestSuites();
}
export const stopSuiteFixture = (): Promise<void> => suiteFixture.stop();

export const project = { projectId: 'prj_1' };
export const create = async (changes: object = {}) =>
  (await suiteFixture.call(operations.createEvalSuite, project, draft(changes))).suiteId;
export const read = (suiteId: string) => suiteFixture.call(operations.getEvalSuite, { ...project, suiteId });
export const update = (suiteId: string, patch: object, declaredSuiteId = '') =>
  suiteFixture.call(operations.updateEvalSuite, { ...project, suiteId, declaredSuiteId }, patch);
export const remove = (suiteId: string) =>
  suiteFixture.mesh.call(
    AuthoringService.removeSuite,
    { ...project, suiteId },
    { caller: suiteFixture.memberOf(project.projectId) },
  );
export const revisions = (suiteId: string, query: object = {}) =>
  suiteFixture.call(operations.listEvalSuiteRevisions, { ...project, suiteId }, query);
export const refusal = (path: string) => ({ code: 'VALIDATION_ERROR', details: { issues: [{ path }] } });
