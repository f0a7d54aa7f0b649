import { Ajv2020 } from 'ajv/dist/2020.js';
import { lintSurface } from '../src/lint/lint-surface.ts';
import { toSarif } from '../src/lint/sarif.ts';
import { surfaceOf } from './surfaces.ts';

const closed = (required: string[], properties: object) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});
const text = { type: 'string' };
const message = closed(['text'], { text });
const list = (items: object) => ({ type: 'array', items });
const level = { enum: ['none', 'note', 'warning', 'error'] };

/** The part of SARIF 2.1.0 that our logs use; everything else is refused. */
const sarif = new Ajv2020({ strict: false, validateFormats: false }).compile(
  closed(['version', 'runs'], {
    $schema: text,
    version: { const: '2.1.0' },
    runs: list(
      closed(['tool'], {
        automationDetails: closed([], { id: text }),
        tool: closed(['driver'], {
          driver: closed(['name'], {
            name: text,
            rules: {
              ...list(
                closed(['id'], {
                  id: text,
                  shortDescription: message,
                  help: message,
                  helpUri: { type: 'string', pattern: '^https://' },
                  defaultConfiguration: closed([], { level }),
                }),
              ),
              uniqueItems: true,
            },
          }),
        }),
        columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
        results: list(
          closed(['message'], {
            ruleId: text,
            ruleIndex: { type: 'integer', minimum: 0 },
            level,
            message,
            partialFingerprints: { type: 'object', additionalProperties: text },
            locations: list(
              closed([], {
                physicalLocation: closed(['artifactLocation'], {
                  artifactLocation: closed([], { uri: { type: 'string', pattern: "^[\\w./%!~*'()-]+$" } }),
                  region: closed([], { startLine: { type: 'integer', minimum: 1 } }),
                }),
                logicalLocations: list(closed([], { name: text, fullyQualifiedName: text, kind: text })),
              }),
            ),
          }),
        ),
      }),
    ),
  }),
);

interface Log {
  runs: [
    {
      automationDetails: object;
      tool: { driver: { rules: { id: string }[] } };
      results: { ruleId: string; ruleIndex: number; message: { text: string }; partialFingerprints: object }[];
    },
  ];
}
const report = (description: string) => ({
  serverId: 'srv_1',
  ...lintSurface({
    surface: surfaceOf({ tools: [{ name: 'a/b \ud800', description }], resources: [{ uri: 'no uri' }] }),
  }),
});

test('a log is SARIF 2.1.0, and each result refers to its rule', () => {
  const log = toSarif(report('')) as Log;
  expect([sarif(log), sarif.errors]).toEqual([true, null]);
  const [
    {
      tool: {
        driver: { rules },
      },
      results,
    },
  ] = log.runs;
  expect(results.length).toBeGreaterThan(8);
  for (const { ruleId, ruleIndex } of results) expect(rules[ruleIndex]!.id).toBe(ruleId);
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
});

test('the fingerprint of a finding stays when other findings change', () => {
  const prints = (description: string) =>
    (toSarif(report(description)) as Log).runs[0].results
      .filter(({ ruleId }) => ruleId === 'tool-name-characters')
      .map(({ partialFingerprints }) => partialFingerprints);
  expect(prints('')).toEqual(prints('A short one.'));
  const all = (toSarif(report('')) as Log).runs[0].results.map(({ partialFingerprints }) =>
    JSON.stringify(partialFingerprints),
  );
  expect(new Set(all).size).toBe(all.length);
});

test("two findings about one subject have two fingerprints, and a server's links stay text", () => {
  const surface = surfaceOf({
    tools: [
      { name: 'x ![a](https://evil/i.png) {0}', inputSchema: { type: 'object', properties: {}, required: ['p', 'q'] } },
    ],
  });
  const log = toSarif({ serverId: 'srv_1', ...lintSurface({ surface }) }) as Log;
  expect([sarif(log), sarif.errors]).toEqual([true, null]);
  const [{ results, automationDetails }] = log.runs;
  expect(automationDetails).toEqual({ id: 'assay/lint/srv_1/' });
  const missing = results
    .filter(({ ruleId }) => ruleId === 'schema-required-undeclared')
    .map(({ partialFingerprints }) => JSON.stringify(partialFingerprints));
  expect([missing.length, new Set(missing).size]).toEqual([2, 2]);
  expect(results.find(({ ruleId }) => ruleId === 'tool-name-characters')!.message.text).toContain(
    '!\\[a\\](https://evil/i.png) {{0}}',
  );
});
