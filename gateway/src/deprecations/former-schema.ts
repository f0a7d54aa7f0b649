import { given } from '@assay/contract/given';
import type { TSchema } from 'typebox';

type Named = ReadonlyMap<string, string>;
interface ObjectSchema {
  $id?: string;
  properties: Record<string, TSchema>;
  required?: string[];
}

/** Words that schemas of former paths have in place of the present ones. */
const WORDS: [RegExp, string][] = [[/^Study/, 'Scenario']];

const formerId = (id: string): string => WORDS.reduce((name, [now, before]) => name.replace(now, before), id);

const hasProperties = (schema: unknown): schema is TSchema & ObjectSchema =>
  typeof schema === 'object' && schema !== null && 'properties' in schema;

/** The schema of a document whose own fields have their former names, as `renameFields` renames them. */
function formerSchema(schema: TSchema, former: Named): TSchema {
  if (!hasProperties(schema) || !Object.keys(schema.properties).some((name) => former.has(name))) return schema;
  const { $id, properties, required } = schema;
  const nameOf = (name: string) => former.get(name) ?? name;
  return {
    ...schema,
    ...($id !== undefined && { $id: formerId($id) }),
    properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [nameOf(name), field])),
    ...given({ required: required?.map(nameOf) }),
  };
}

/** The same for a page of a list, as `renamePageFields` renames its items. */
export function formerPageSchema(schema: TSchema, former: Named): TSchema {
  const renamed = formerSchema(schema, former);
  const list: (TSchema & { items?: TSchema }) | undefined = hasProperties(renamed)
    ? renamed.properties.items
    : undefined;
  const items = list?.items && formerSchema(list.items, former);
  if (!hasProperties(renamed) || items === undefined || items === list?.items) return renamed;
  return {
    ...renamed,
    ...(renamed.$id !== undefined && { $id: formerId(renamed.$id) }),
    properties: { ...renamed.properties, items: { ...list, items } as TSchema },
  };
}

/** The schema of a body in which these fields may be absent. */
export const withoutRequired = (schema: TSchema & { required?: string[] }, names: string[], $id: string): TSchema => ({
  ...schema,
  $id,
  required: (schema.required ?? []).filter((name) => !names.includes(name)),
});
