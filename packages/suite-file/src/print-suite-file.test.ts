import type { SuiteFile } from '@assay/contract/areas/suite-files/documents';
import fc from 'fast-check';
import { FILES_AND_FAULTS, suiteFile } from '../test/files.ts';
import { parseSuiteFile } from './parse-suite-file.ts';
import { printSuiteFile } from './print-suite-file.ts';

test('a file is written with its keys in the order of the schema', () => {
  const { assay, id, name, servers, model, cases } = suiteFile();
  expect(printSuiteFile({ cases, model, servers, name, id, assay } as SuiteFile, 'yaml')).toBe(`assay: 1
id: smoke
name: Smoke
servers:
  - everything
model: scripted/rules
cases:
  - title: greets
    id: greets
    steps:
      - id: p
        kind: prompt
        prompt: Say hi.
      - id: a
        kind: assert
        assertion:
          type: responseContains
          needle: hi
`);
});

const good = FILES_AND_FAULTS.filter(([, , path]) => path === undefined).map(
  ([name, file]) => [name, file as SuiteFile] as const,
);
test.each(good)('%s is read back unchanged', (_, file) => {
  for (const format of ['yaml', 'json'] as const)
    expect(parseSuiteFile(printSuiteFile(file, format))).toEqual({ file });
});

const text = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom(
        ...' \t\n\r#:-?{}[]&*!|>\'"%@`,~<=0129.eyYnN'.split(''),
        '\u0085',
        '\u2028',
        '\u2029',
        '\ufeff',
        '\u0007',
        '\u007f',
        '\u00a0',
        '😀',
      ),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
    maxLength: 40,
  })
  .filter((each) => !each.includes('\0') && each.isWellFormed());
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (Object.is(n, -0) ? 0 : n)),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc
    .dictionary(fc.oneof(text, fc.constantFrom('<<', '__proto__', 'null', '1', '- a', '? b')), tie('value'), {
      maxKeys: 4,
    })
    .map((each) => JSON.parse(JSON.stringify(each)) as object),
}));

test('reading a written file gives the same value', () => {
  fc.assert(
    fc.property(text, json.object, json.value, (prompt, args, note) => {
      const file = suiteFile({
        cases: [
          {
            title: 'a',
            steps: [
              { id: 'p', kind: 'prompt', prompt: `x${prompt}`, note },
              { id: 'c', kind: 'toolCall', serverName: 'everything', toolName: `t${prompt}`, arguments: args },
            ],
          },
        ],
      });
      for (const format of ['yaml', 'json'] as const) {
        const printed = printSuiteFile(file, format);
        const parsed = parseSuiteFile(printed);
        expect(parsed).toEqual({ file });
        expect('file' in parsed && printSuiteFile(parsed.file, format)).toBe(printed);
      }
    }),
    { numRuns: 1000 },
  );
});

test('a prompt of a megabyte with an indented line at its end is printed, quoted', () => {
  const prompt = `${'a line of the prompt\n'.repeat(50_000)} indented`;
  const file = suiteFile({ cases: [{ title: 'a', steps: [{ id: 'p', kind: 'prompt', prompt }] }] });
  expect(printSuiteFile(file, 'yaml').includes('prompt: "a line of the prompt')).toBe(true);
});
