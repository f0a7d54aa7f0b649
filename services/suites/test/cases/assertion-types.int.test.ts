import { assertionTable } from '@assay/grading/assertions/table';
import type { Static } from 'typebox';
import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import type { EvalAssertionTypes } from '@assay/contract/areas/iterations/replay';
import { operations } from '@assay/contract/operations';
import { startTestSuites, type TestSuites } from '../support/start.ts';

let fixture: TestSuites;
beforeAll(async () => {
  fixture = await startTestSuites();
});
afterAll(() => fixture.stop());

test('every assertion type is listed with its meaning and its schema', async () => {
  const { json } = await fixture.mesh.call(rpcOf(operations.listEvalAssertionTypes), { input: Buffer.alloc(0) });
  const { items, standardChecks } = JSON.parse(json.toString()) as Static<typeof EvalAssertionTypes>;
  expect(items.map(({ type }) => type).toSorted()).toEqual(Object.keys(assertionTable).toSorted());
  for (const { type, description, stage, schema } of items)
    expect([type, description, stage, (schema.properties as { type: { const: string } }).type.const]).toEqual([
      expect.any(String),
      expect.stringMatching(/\.$/),
      expect.stringMatching(/^\w+$/),
      type,
    ]);
  const named = Object.fromEntries(items.map((each) => [each.type, each]));
  expect(named.noEndingQuestion).toMatchObject({ advisoryOnly: true, needsDeclarations: false });
  expect(standardChecks).toHaveLength(15);
  expect(standardChecks).toContainEqual({
    id: 'response.performance',
    assertion: { type: 'toolLatencyUnder', ms: 5_000, role: 'advisory', severity: 'warn' },
  });
  expect(named.toolNamesUnique).toMatchObject({ advisoryOnly: false, needsDeclarations: true });
});
