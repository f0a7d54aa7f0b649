import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Ajv } from 'ajv';
const check = (schema: string, file: string) => {
  const json = JSON.parse(readFileSync(schema, 'utf8'));
  const A = String(json.$schema).includes('2020') ? Ajv2020 : Ajv;
  delete json.$schema;
  const v = new A({ strict: false, validateFormats: false }).compile(json);
  for (const d of parseAllDocuments(readFileSync(file, 'utf8'), { merge: true })) console.log(file, v(d.toJS()), v.errors);
};
check(process.argv[2]!, process.argv[3]!);
