import { Ajv2020 } from 'ajv/dist/2020.js';
import { Type } from '@assay/contract/type';
import { operations } from '@assay/contract/operations';
import { closed, variants } from '@assay/contract/schema';
import { schemaChecker, schemaCompiler } from './schema.ts';

const shape = (type: string, more: object) => closed({ type: Type.Literal(type), ...more });

test('only the variants that documents have are compiled', () => {
  // Ajv cannot compile this one.
  const broken = shape('broken', { n: { type: 'unheard of' } });
  const fits = schemaCompiler()(closed({ one: variants('type', [shape('a', { n: Type.Integer() }), broken]) }));
  expect([fits({ one: { type: 'a', n: 1 } }), fits({ one: { type: 'a', n: 'x' } })]).toEqual([true, false]);
  expect(() => fits({ one: { type: 'broken', n: 1 } })).toThrow('unheard of');
});

test('variants within variants are held to their schemas, and each fault has its place', () => {
  const inner = variants('kind', [
    closed({ kind: Type.Literal('x'), n: Type.Integer() }),
    closed({ kind: Type.Literal('y') }),
  ]);
  const outer = variants('type', [shape('many', { all: Type.Array(inner) }), shape('none', {})]);
  const check = schemaChecker(closed({ list: Type.Array(outer) }));
  expect(check({ list: [{ type: 'many', all: [{ kind: 'x', n: 1 }, { kind: 'y' }] }, { type: 'none' }] })).toEqual([]);
  expect(
    check({
      list: [
        { type: 'many', all: [{ kind: 'x', n: 'one' }, { kind: 'z' }, {}] },
        { type: 'none', more: 1 },
      ],
    }),
  ).toEqual([
    { path: '/list/0/all/0/n', message: 'must be integer' },
    { path: '/list/0/all/1/kind', message: 'is missing, or none of the known values' },
    expect.objectContaining({ path: '/list/0/all/2/kind' }),
    { path: '/list/1/more', message: 'is not a known field' },
  ]);
});

test('every schema of the contract is valid by the meta-schema of its dialect', () => {
  const ajv = new Ajv2020({ strict: false });
  const invalid = Object.values(operations).flatMap(({ id, input, reply }) =>
    [input, reply].some((schema) => !ajv.validateSchema(schema)) ? [id] : [],
  );
  expect(invalid).toEqual([]);
});
