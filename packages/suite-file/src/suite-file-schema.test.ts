import { registerSchema, validate, type SchemaObject } from '@hyperjump/json-schema/draft-2020-12';
import { FILES_AND_FAULTS } from '../test/files.ts';
import { parseSuiteFile } from './parse-suite-file.ts';
import { suiteFileSchema } from './suite-file-schema.ts';

const schema = suiteFileSchema();
beforeAll(() => registerSchema(schema as SchemaObject));

test('names no host, and has a title', () => {
  expect(schema).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:assay:suite-file:1',
    title: 'Assay suite file',
    additionalProperties: false,
  });
});

test.each(FILES_AND_FAULTS)(
  'another validator agrees with the printed schema about %s',
  async (_, file, path, schemaTells) => {
    const json = JSON.parse(JSON.stringify(file)) as never;
    const { valid } = await validate('urn:assay:suite-file:1', json);
    expect(valid).toBe(path === undefined || !schemaTells);
    expect('file' in parseSuiteFile(JSON.stringify(file))).toBe(path === undefined);
  },
);
