import { SuiteFile } from '@assay/contract/areas/suite-files/documents';
import { allOperations } from '@assay/contract/operations';
import { parser } from '@assay/kit/json/parse';
import { examplesOf, isObject } from './examples.ts';
import { plainSchema, type Schema } from './json-schema.ts';
import { verdictOf } from './verdict.ts';

// Such a body has no bounds that could be broken.
const takesAnyObject = ({ properties = {}, additionalProperties }: Schema) =>
  Object.keys(properties).length === 0 && additionalProperties !== false;

const bodies = Object.entries(allOperations)
  .filter(([, { method, consumes }]) => method !== 'GET' && consumes === undefined)
  .map(([operationId, { input }]) => [operationId, input] as const)
  .filter(([, input]) => !takesAnyObject(input));

// A suite file reaches its operation as text, and is parsed on its own.
test.each([...bodies, ['a suite file', SuiteFile] as const])(
  '%s accepts values within its bounds, and names the place of values outside of them',
  (_, schema) => {
    const parse = parser(schema);
    // Every body must be an object; that fault has no place to name.
    const examples = examplesOf(plainSchema(schema)).filter(({ document }) => isObject(document));
    const surprises = examples.flatMap(({ bound, document, fault }) => {
      const expected = fault === undefined ? 'accepted' : `VALIDATION_ERROR at ${fault}`;
      const verdict = verdictOf(parse, document);
      return verdict === expected
        ? []
        : [{ bound, expected, verdict, document: JSON.stringify(document).slice(0, 500) }];
    });
    expect(surprises.slice(0, 10)).toEqual([]);
    expect(new Set(examples.map(({ fault }) => fault !== undefined))).toEqual(new Set([true, false]));
  },
);
