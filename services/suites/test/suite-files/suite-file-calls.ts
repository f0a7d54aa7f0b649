import { operations } from '@assay/contract/operations';
import { startTestSuites, type TestSuites } from '../support/start.ts';

/** The whole service of the test file that opened it. */
export let suiteFileFixture: TestSuites;
export async function startSuiteFileFixture(): Promise<void> {
  suiteFileFixture = await startTestSuites();
}
export const stopSuiteFileFixture = (): Promise<void> => suiteFileFixture.stop();

export const project = { projectId: 'prj_1' };
export const elsewhere = { projectId: 'prj_2' };
let files = 0;
export const fresh = () => `file_${++files}`;

/** A file in our own format, so that an export can be compared with it byte for byte. */
export const yaml = (
  id: string,
  {
    name = id,
    settings = '',
    cases = ['one', 'two', 'three'],
  }: { name?: string; settings?: string; cases?: string[] } = {},
) => `assay: 1
id: ${id}
name: ${name}
description: |
  Two
  lines.
servers:
  - everything
model: scripted/rules
temperature: 0.5
${settings}${cases.length === 0 ? 'cases: []\n' : 'cases:\n'}${cases
  .map(
    (each) => `  - title: case ${each}
    id: ${each.split(' ')[0]}
    steps:
      - id: p
        kind: prompt
        prompt: Say ${each}.
        note: kept
      - id: a
        kind: assert
        assertion:
          type: responseContains
          needle: "1"
`,
  )
  .join('')}`;

export const load = (content: string, body: object = {}, target = project) =>
  suiteFileFixture.call(operations.importEvalSuiteFile, target, { content, ...body }, undefined, 90_000);
export const casesOf = async (suiteId: string, target = project) =>
  (await suiteFileFixture.call(operations.listEvalCases, { ...target, suiteId }, { limit: 1000 })).items;
export const counts = (created: number, updated: number, unchanged: number, deleted: number) => ({
  created,
  updated,
  unchanged,
  deleted,
});
