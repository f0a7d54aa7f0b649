import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { registerSchema, setShouldValidateFormat, validate, type SchemaObject } from '@hyperjump/json-schema/openapi-3-1';
import '@hyperjump/json-schema/formats';
import fc from 'fast-check';
import type { Operation } from '@assay/contract/operation';
import { operations } from '@assay/contract/operations/index';
import { parser } from '@assay/kit/parse';
import { Problem } from '@assay/contract/problem';
import { near } from './near.ts';

setShouldValidateFormat(true);
const contract = 'https://contract.example/openapi.json';
const committed = JSON.parse(readFileSync(join(import.meta.dirname, '../openapi.json'), 'utf8')) as SchemaObject;
registerSchema(committed, contract, 'https://spec.openapis.org/oas/3.1/schema-base');
const pointer = (...keys: string[]) => keys.map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

/** Whether the body of an operation is what the printed contract asks for, as a validator of others understands it. */
async function printed({ path, method }: Operation): Promise<(document: unknown) => boolean> {
  const check = await validate(`${contract}#${pointer('paths', path, method.toLowerCase(), 'requestBody', 'content', 'application/json', 'schema')}`);
  return (document) => check(document as Parameters<typeof check>[0]).valid;
}

function enforced({ input }: Operation): (text: string) => boolean {
  const parse = parser(input);
  return (text) => {
    try {
      parse(Buffer.from(text));
      return true;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return false;
    }
  };
}

const bodies = Object.entries(operations).filter(([, { method, input }]) => method !== 'GET' && Object.keys((input as { properties?: object }).properties ?? {}).length > 0);

test.each(bodies)('%s takes the bodies that its printed schema takes, and no others', async (_, operation) => {
  const [isPrinted, isEnforced] = [await printed(operation), enforced(operation)];
  const met = { true: 0, false: 0 };
  fc.assert(fc.property(near(JSON.parse(JSON.stringify(operation.input)) as object), (document) => {
    const text = JSON.stringify(document);
    const taken = isEnforced(text);
    met[`${taken}`]++;
    expect({ taken: isPrinted(JSON.parse(text)) }).toEqual({ taken });
  }), { seed: 20_260_101, numRuns: 1000 });
  expect(Math.min(met.true, met.false)).toBeGreaterThan(50);
});
