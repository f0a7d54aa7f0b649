import fc from 'fast-check';
import { allOperations } from '@assay/contract/operations';
import { parser } from '@assay/kit/json/parse';
import { examplesOf } from './examples.ts';
import { plainSchema, type Schema } from './json-schema.ts';
import { nearDocuments } from './near.ts';
import { printedValidator } from './printed.ts';
import { verdictOf } from './verdict.ts';

const bodies = Object.entries(allOperations).filter(
  ([, { method, input }]) => method !== 'GET' && Object.keys((input as Schema).properties ?? {}).length > 0,
);

test.each(bodies)('%s: the printed contract has the same bounds as the parser', async (_, operation) => {
  const [fits, parse] = [await printedValidator(operation), parser(operation.input)];
  const texts = examplesOf(plainSchema(operation.input)).map(({ document }) => JSON.stringify(document));
  expect(
    texts.filter((text) => fits(text) !== (verdictOf(parse, text) === 'accepted')).map((text) => text.slice(0, 500)),
  ).toEqual([]);
});

test.each(bodies)('%s: the printed contract accepts the same documents as the parser', async (_, operation) => {
  const [fits, parse] = [await printedValidator(operation), parser(operation.input)];
  const met = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(nearDocuments(JSON.parse(JSON.stringify(operation.input)) as Schema), (document) => {
      const text = JSON.stringify(document);
      const verdict = verdictOf(parse, text) === 'accepted' ? 'accepted' : 'refused';
      met[verdict]++;
      expect(fits(text) ? 'accepted' : 'refused').toBe(verdict);
    }),
    { seed: 20_260_101, numRuns: 400 },
  );
  expect(Math.min(met.accepted, met.refused)).toBeGreaterThan(20);
});
