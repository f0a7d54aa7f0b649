import { isObject } from '@assay/contract/json';
import { SCHEMA_KEYWORDS, SCHEMA_LIST_KEYWORDS, SCHEMA_MAP_KEYWORDS } from '@assay/contract/json-schema/keywords';

/** The keyword by which a tool has an argument repeated in a header (revision 2026-07-28, Transports, Custom Headers). */
const KEYWORD = 'x-mcp-header';
/** The syntax of a header's name (RFC 9110, section 5.1). */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TYPES: readonly unknown[] = ['string', 'integer', 'boolean'];
/** At most this much of a foreign text is quoted, in characters. */
const MAX_QUOTE = 60;
/** At most this many schemas are looked at, which bounds the time for one tool. */
const MAX_SCHEMAS = 20_000;

/**
 * Why a client over Streamable HTTP must leave a tool out of its list: a header that its input schema asks for breaks
 * the rules of revision 2026-07-28. The end of a sentence; undefined for a tool that may be used.
 */
export function headerParameterFault(inputSchema: unknown): string | undefined {
  const names = new Set<string>();
  // A header belongs to a property that is reached by `properties` alone; elsewhere the keyword is not allowed.
  const open = [{ value: inputSchema, path: '', isParameter: false, isReached: true }];
  for (let seen = 0; open.length > 0 && seen < MAX_SCHEMAS; seen++) {
    const { value, path, isParameter, isReached } = open.pop()!;
    if (Array.isArray(value)) {
      open.push(...value.map((inner) => ({ value: inner, path, isParameter: false, isReached: false })));
      continue;
    }
    if (!isObject(value)) continue;
    if (Object.hasOwn(value, KEYWORD)) {
      const fault = isParameter ? faultOf(value, names) : 'stands outside of the parameters';
      if (fault !== undefined) return `has an ${KEYWORD} that ${fault}${path && ` (${clipped(path)})`}`;
    }
    for (const [keyword, inner] of Object.entries(value)) {
      if (SCHEMAS.has(keyword)) open.push({ value: inner, path, isParameter: false, isReached: false });
      else if (SCHEMA_MAP_KEYWORDS.has(keyword) && isObject(inner))
        for (const [name, schema] of Object.entries(inner)) {
          const isProperty = isReached && keyword === 'properties';
          open.push({ value: schema, path: `${path}/${name}`, isParameter: isProperty, isReached: isProperty });
        }
    }
  }
  return undefined;
}

/** Keywords whose value is a schema or a list of schemas. */
const SCHEMAS = new Set([...SCHEMA_KEYWORDS, ...SCHEMA_LIST_KEYWORDS, 'prefixItems']);

function faultOf({ [KEYWORD]: name, type }: Record<string, unknown>, names: Set<string>): string | undefined {
  if (typeof name !== 'string' || name === '') return 'is no name';
  if (!TOKEN.test(name)) return `is no name of a header: "${clipped(name)}"`;
  if (!TYPES.includes(type)) return 'belongs to a parameter whose type is not string, integer or boolean';
  const folded = name.toLowerCase();
  if (names.has(folded)) return `is used twice: "${clipped(name)}"`;
  names.add(folded);
  return undefined;
}

const clipped = (text: string): string =>
  text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE).toWellFormed()}…` : text;
