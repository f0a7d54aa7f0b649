import { SuiteFile } from '@assay/contract/areas/suite-files/documents';

/** Keywords of our validator that JSON Schema does not have. */
const OURS = ['discriminator'];

/** The JSON Schema 2020-12 of suite files, for editors: the schema that validates files, with its named parts once. */
export function suiteFileSchema(): Record<string, unknown> {
  const parts: Record<string, unknown> = {};
  const printed = (node: unknown, isRoot = false): unknown => {
    if (Array.isArray(node)) return node.map((item) => printed(item));
    if (typeof node !== 'object' || node === null) return node;
    const { $id: name, ...schema } = node as Record<string, unknown>;
    const told = () =>
      Object.fromEntries(
        Object.entries(schema)
          .filter(([key]) => !OURS.includes(key))
          .map(([key, value]) => [key, printed(value)]),
      );
    if (typeof name !== 'string' || isRoot) return told();
    parts[name] ??= told();
    return { $ref: `#/$defs/${name}` };
  };
  const root = printed(JSON.parse(JSON.stringify(SuiteFile)), true) as Record<string, unknown>;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:assay:suite-file:1',
    title: 'Assay suite file',
    ...root,
    $defs: parts,
  };
}
