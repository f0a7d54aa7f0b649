import fc from 'fast-check';
import { SuiteFile } from '@assay/contract/areas/suite-files/documents';
import { placeOfInput } from '@assay/contract/operation';
import { allOperations } from '@assay/contract/operations';
import { HIDDEN_CHARACTERS } from '@assay/contract/text';
import { parser } from '@assay/kit/json/parse';
import { isSlowRun } from '@assay/testkit/slow-run';
import type { TSchema } from 'typebox';
import { examplesOf, isObject, type Example } from './examples.ts';
import { plainSchema, type Schema } from './json-schema.ts';
import { nearDocuments } from './near.ts';
import { printedValidator } from './printed.ts';
import { verdictOf } from './verdict.ts';

const hidden = new RegExp(HIDDEN_CHARACTERS, 'u');
/** How many documents near its schema each operation gets. */
const DOCUMENTS = isSlowRun ? 400 : 50;

interface Parsed {
  example: Example;
  text: string;
  verdict: string;
}

function parsedExamples(schema: TSchema): Parsed[] {
  const parse = parser(schema);
  return examplesOf(plainSchema(schema)).map((example) => {
    const text = JSON.stringify(example.document);
    return { example, text, verdict: verdictOf(parse, text) };
  });
}

/**
 * The examples that the parser decides otherwise than they say, and a side of the bounds without an example. Every body
 * must be an object; that fault has no place to name.
 */
function surprisesOf(parsed: Parsed[]): object[] {
  const objects = parsed.filter(({ example }) => isObject(example.document));
  const sides = new Set(objects.map(({ example }) => example.fault !== undefined));
  const surprises = objects.flatMap(({ example: { bound, fault }, text, verdict }) => {
    const expected = fault === undefined ? 'accepted' : `VALIDATION_ERROR at ${fault}`;
    return verdict === expected ? [] : [{ bound, expected, verdict, document: text.slice(0, 500) }];
  });
  return sides.size === 2 ? surprises.slice(0, 10) : [{ onlyRefused: sides.has(true) }];
}

// Such a body has no bounds that could be broken.
const takesAnyObject = ({ properties = {}, additionalProperties }: Schema) =>
  Object.keys(properties).length === 0 && additionalProperties !== false;

const bounded = Object.entries(allOperations).filter(
  ([, { method, consumes, input }]) => method !== 'GET' && consumes === undefined && !takesAnyObject(input as Schema),
);
const bodies = Object.entries(allOperations).filter(
  ([, operation]) =>
    placeOfInput(operation) === 'body' && Object.keys((operation.input as Schema).properties ?? {}).length > 0,
);
const printed = new Set(bodies.map(([operationId]) => operationId));

// Both in one test, as the examples of the largest bodies take a second.
test.each(bounded)(
  '%s accepts values within its bounds, names the place of values outside of them, and prints the same bounds',
  async (operationId, operation) => {
    const parsed = parsedExamples(operation.input);
    expect(surprisesOf(parsed)).toEqual([]);
    if (!printed.has(operationId)) return;
    const fits = await printedValidator(operation);
    const disputed = parsed.filter(({ text, verdict }) => fits(text) !== (verdict === 'accepted'));
    expect(disputed.map(({ text }) => text.slice(0, 500))).toEqual([]);
  },
);

test('the bounds of every printed body are tested', () => {
  expect([...printed].filter((operationId) => !bounded.some(([each]) => each === operationId))).toEqual([]);
});

// A suite file reaches its operation as text, and is parsed on its own.
test('a suite file accepts values within its bounds, and names the place of others', () => {
  expect(surprisesOf(parsedExamples(SuiteFile))).toEqual([]);
});

test.each(bodies)('%s: the printed contract accepts the same documents as the parser', async (_, operation) => {
  const parse = parser(operation.input);
  const fits = await printedValidator(operation);
  const met = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(nearDocuments(JSON.parse(JSON.stringify(operation.input)) as Schema), (document) => {
      const text = JSON.stringify(document);
      const verdict = verdictOf(parse, text) === 'accepted' ? 'accepted' : 'refused';
      // The printed pattern of names leaves hidden characters out.
      if (verdict === 'refused' && hidden.test(text)) return;
      met[verdict]++;
      if (verdict !== (fits(text) ? 'accepted' : 'refused')) throw new Error(`The parser says ${verdict}.`);
    }),
    { seed: 20_260_101, numRuns: DOCUMENTS },
  );
  expect(Math.min(met.accepted, met.refused)).toBeGreaterThan(DOCUMENTS / 20);
});
