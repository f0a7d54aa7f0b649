import fc from 'fast-check';
import { placeOfInput } from '@assay/contract/operation';
import { allOperations } from '@assay/contract/operations';
import { HIDDEN_CHARACTERS } from '@assay/contract/text';
import { parser } from '@assay/kit/json/parse';
import { isSlowRun } from '@assay/testkit/slow-run';
import { examplesOf } from './examples.ts';
import { plainSchema, type Schema } from './json-schema.ts';
import { nearDocuments } from './near.ts';
import { printedValidator } from './printed.ts';
import { verdictOf } from './verdict.ts';

const hidden = new RegExp(HIDDEN_CHARACTERS, 'u');
/** How many documents near its schema each operation gets. */
const DOCUMENTS = isSlowRun ? 400 : 100;

const bodies = Object.entries(allOperations).filter(
  ([, operation]) =>
    placeOfInput(operation) === 'body' && Object.keys((operation.input as Schema).properties ?? {}).length > 0,
);

describe.each(bodies)('%s: the printed contract', (_, operation) => {
  const parse = parser(operation.input);
  let fits: (text: string) => boolean;
  beforeAll(async () => {
    fits = await printedValidator(operation);
  });

  test('has the same bounds as the parser', () => {
    const texts = examplesOf(plainSchema(operation.input)).map(({ document }) => JSON.stringify(document));
    expect(
      texts.filter((text) => fits(text) !== (verdictOf(parse, text) === 'accepted')).map((text) => text.slice(0, 500)),
    ).toEqual([]);
  });

  test('accepts the same documents as the parser', () => {
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
});
