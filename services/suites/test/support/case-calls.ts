import { operations } from '@assay/contract/operations';
import { draft, startTestSuites, type TestSuites } from './start.ts';

/** The whole service of the test file that opened it. */
export let caseFixture: TestSuites;
export async function startCaseFixture(): Promise<void> {
  caseFixture = await startTestSuites();
}
export const stopCaseFixture = (): Promise<void> => caseFixture.stop();

export const project = { projectId: 'prj_1' };
export const ask = { id: 'p1', kind: 'prompt', prompt: 'Say hi.' };
export const call = { id: 'c1', kind: 'toolCall', serverName: 'everything', toolName: 'add' };
export const source = {
  format: 'markdown',
  method: 'ai',
  fileName: 'cases.md',
  fileHash: 'a'.repeat(64),
  excerpt: '# Hi',
  startLine: 3,
  endLine: 3,
  extractorVersion: '1',
};
export const broken = { type: 'responseMatches', pattern: '(' };
export const remote = { type: 'toolResultMatchesSchema', schema: { $ref: 'https://x.example/s' } };
export const withModel = { model: 'scripted/rules' };
export const perCase = { model: 'scripted/rules', repetitions: 5, passThreshold: 0.8 };

export const newSuite = async (changes: object = withModel) =>
  (await caseFixture.call(operations.createEvalSuite, project, draft(changes))).suiteId;
export const create = (suiteId: string, body: object, idempotencyKey = '') =>
  caseFixture.call(operations.createEvalCase, { ...project, suiteId, declaredSuiteId: '', idempotencyKey }, body);
export const update = (suiteId: string, caseId: string, patch: object) =>
  caseFixture.call(operations.updateEvalCase, { ...project, suiteId, caseId, declaredSuiteId: '' }, patch);
export const read = (suiteId: string, caseId: string) =>
  caseFixture.call(operations.getEvalCase, { ...project, suiteId, caseId });
export const list = async (suiteId: string) =>
  (await caseFixture.call(operations.listEvalCases, { ...project, suiteId })).items;
export const refusal = (path: string) => ({ code: 'VALIDATION_ERROR', details: { issues: [{ path }] } });
