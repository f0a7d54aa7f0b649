import { operations } from '@assay/contract/operations';
import { draft } from '../support/start.ts';
import {
  casesOf,
  stopSuiteFileFixture,
  counts,
  elsewhere,
  fresh,
  suiteFileFixture,
  load,
  startSuiteFileFixture,
  project,
  yaml,
} from './suite-file-calls.ts';

beforeAll(startSuiteFileFixture);
afterAll(stopSuiteFileFixture);

describe('export', () => {
  test('of an import is the same file byte for byte', async () => {
    const id = fresh();
    const content = yaml(id, {
      settings: 'settings:\n  repetitions: 3\n  passThreshold: 0.5\n  checks:\n    - type: noToolErrors\n',
    });
    const { suiteId } = await load(content);
    expect(await suiteFileFixture.call(operations.exportEvalSuiteFile, { ...project, suiteId: suiteId! })).toEqual({
      fileName: `${id}.yaml`,
      format: 'yaml',
      content,
    });
    const asJson = await suiteFileFixture.call(
      operations.exportEvalSuiteFile,
      { ...project, suiteId: suiteId! },
      { format: 'json' },
    );
    expect(asJson.fileName).toBe(`${id}.json`);
    expect(await load(asJson.content)).toMatchObject({ suiteId, cases: counts(0, 0, 3, 0) });
  });

  test('imported elsewhere makes an equal suite', async () => {
    const { suiteId } = await suiteFileFixture.call(
      operations.createEvalSuite,
      project,
      draft({
        name: `Made by hand ${fresh()}`,
        model: 'rules',
        provider: 'scripted',
        tags: ['a'],
        minimumIterations: 2,
        matchOptions: { toolCallOrder: 'strict' },
        tests: [
          {
            title: 'asks',
            runs: 3,
            isNegativeTest: true,
            model: 'scripted/other',
            steps: [{ id: 'p', kind: 'prompt', prompt: 'Hi\nthere ', extra: { '<<': 'x', __proto: [1.5, null] } }],
            suppressedSuiteStandardCheckIds: ['call.schema'],
          },
          {
            title: 'calls',
            steps: [{ id: 's', kind: 'toolCall', serverName: 'everything', toolName: 'echo' }],
            advancedConfig: { failOnToolError: false },
          },
        ],
      }),
    );
    const { content } = await suiteFileFixture.call(operations.exportEvalSuiteFile, { ...project, suiteId });
    const there = await load(content, {}, elsewhere);
    const plain = ({ id: _id, createdAt: _c, updatedAt: _u, ...each }: Record<string, unknown>) => each;
    expect((await casesOf(there.suiteId!, elsewhere)).map(plain)).toEqual((await casesOf(suiteId)).map(plain));
    const [mine, theirs] = await Promise.all([
      suiteFileFixture.call(operations.getEvalSuite, { ...project, suiteId }),
      suiteFileFixture.call(operations.getEvalSuite, { ...elsewhere, suiteId: there.suiteId! }),
    ]);
    expect(theirs).toMatchObject({
      name: mine.name,
      tags: mine.tags,
      settings: mine.settings,
      executionConfig: { model: 'scripted/rules' },
    });
    expect(
      (await suiteFileFixture.call(operations.exportEvalSuiteFile, { ...elsewhere, suiteId: there.suiteId! })).content,
    ).toBe(content);
  });

  test('of a suite made by hand does not take it over, and makes another one with another name', async () => {
    const name = `Made by hand ${fresh()}`;
    const { suiteId } = await suiteFileFixture.call(operations.createEvalSuite, project, draft({ name }));
    const { content } = await suiteFileFixture.call(operations.exportEvalSuiteFile, { ...project, suiteId });
    await expect(load(content)).rejects.toMatchObject({ code: 'CONFLICT' });
    const other = fresh();
    const copied = await load(content.replace(/^id: .*$/m, `id: ${other}`).replace(`name: ${name}`, `name: ${other}`));
    expect(copied).toMatchObject({ created: true, declaredId: other, name: other });
    expect(copied.suiteId).not.toBe(suiteId);
  });

  const write = (suiteId: string) => suiteFileFixture.call(operations.exportEvalSuiteFile, { ...project, suiteId });
  const refusal = (path: string) => ({
    code: 'CONFLICT',
    details: { issues: [{ path, message: expect.any(String) }] },
  });
  const toolCall = { id: 's1', kind: 'toolCall', serverName: 'everything', toolName: 'echo' };

  test('refuses a deleted server', async () => {
    const { suiteId } = await suiteFileFixture.call(operations.createEvalSuite, project, draft());
    await suiteFileFixture.pool.query(
      `update suites set body = jsonb_set(body::jsonb, '{serverIds}', '["srv_everything", "srv_gone"]')::json where id = $1`,
      [suiteId],
    );
    await expect(write(suiteId)).rejects.toMatchObject(refusal('/servers/1'));
  });

  test('refuses a stored setting that files do not know', async () => {
    const { suiteId } = await suiteFileFixture.call(
      operations.createEvalSuite,
      project,
      draft({ tests: [{ title: 'odd', steps: [toolCall] }] }),
    );
    await suiteFileFixture.pool.query(
      `update cases set body = jsonb_set(body::jsonb, '{advancedConfig}', '{"retries": 3}')::json where suite_id = $1`,
      [suiteId],
    );
    await expect(write(suiteId)).rejects.toMatchObject(refusal('/cases/0/advancedConfig/retries'));
  });

  test('refuses a NUL', async () => {
    const { suiteId } = await suiteFileFixture.call(
      operations.createEvalSuite,
      project,
      draft({ tests: [{ title: 'odd', steps: [{ ...toolCall, note: 'a\u0000b' }] }] }),
    );
    await expect(write(suiteId)).rejects.toMatchObject(refusal('/cases/0/steps/0/note'));
  });

  test('refuses more cases than a file can have', async () => {
    const { suiteId } = await suiteFileFixture.call(operations.createEvalSuite, project, draft());
    await suiteFileFixture.pool.query(
      `
      insert into cases (id, suite_id, position, body) select 'case_too_many_' || n, $1, n, (select body from cases where suite_id = $1 limit 1) from generate_series(1, 10000) n`,
      [suiteId],
    );
    await expect(write(suiteId)).rejects.toMatchObject(refusal('/cases'));
  });

  test('of another project does not exist', async () => {
    const { suiteId } = await suiteFileFixture.call(operations.createEvalSuite, project, draft());
    await expect(
      suiteFileFixture.call(operations.exportEvalSuiteFile, { ...elsewhere, suiteId }),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
