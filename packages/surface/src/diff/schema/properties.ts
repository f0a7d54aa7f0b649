import { isObject } from '@assay/contract/json';
import { jsonPointer, sameJson, textOf, type JsonObject } from '../../json.ts';
import { quoteText } from '../../quote-text.ts';
import { changedKeyword, UNCLEAR_MESSAGE } from './schema-change.ts';
import type { NestedRule } from './walk.ts';

const mapOf = (value: unknown): JsonObject => (isObject(value) ? value : {});
const isOpen = (schema: unknown): boolean =>
  schema === undefined || schema === true || (isObject(schema) && Object.keys(schema).length === 0);

/** Properties that stayed, disappeared, or are new. */
export const propertiesRule: NestedRule = ({ from, to, before, after, path }, { compare }) => {
  const [were, are] = [mapOf(from['properties']), mapOf(to['properties'])];
  const [others, otherwise] = [from['additionalProperties'], to['additionalProperties']];
  const byPattern = from['patternProperties'] !== undefined || to['patternProperties'] !== undefined;
  const old = Object.entries(were).flatMap(([name, schema]) => {
    const at = jsonPointer(path, 'properties', name);
    if (Object.hasOwn(are, name)) return compare({ ...before, schema }, { ...after, schema: are[name] }, at);
    return [
      changedKeyword(
        'lost',
        at,
        schema,
        undefined,
        `no longer ${otherwise === false ? 'takes' : 'declares'} the property ${quoteText(name)}`,
      ),
    ];
  });
  const fresh = Object.entries(are)
    .filter(([name]) => !Object.hasOwn(were, name))
    .flatMap(([name, schema]) => {
      const at = jsonPointer(path, 'properties', name);
      const gained = changedKeyword('gained', at, undefined, schema, `declares the property ${quoteText(name)}`);
      // Callers send only declared names, unless a pattern told them which names to send.
      if (byPattern)
        return [{ ...gained, effect: 'unclear' as const, message: `${gained.message}, which ${UNCLEAR_MESSAGE}` }];
      return isOpen(others) || others === false
        ? [gained]
        : [
            gained,
            ...compare({ ...before, schema: others }, { ...after, schema }, at).filter(
              ({ effect }) => effect !== 'described',
            ),
          ];
    });
  return [...old, ...fresh, ...undeclared(others, otherwise)];

  function undeclared(earlier: unknown, later: unknown) {
    const at = `${path}/additionalProperties`;
    if (isOpen(earlier) && isOpen(later)) return [];
    if (later === false && earlier !== false)
      return [changedKeyword('narrowed', at, earlier, later, 'no longer takes properties that it does not declare')];
    if (isOpen(later) || (earlier === false && later !== false))
      return [changedKeyword('widened', at, earlier, later, 'takes properties that it does not declare')];
    return earlier === false ? [] : compare({ ...before, schema: earlier ?? true }, { ...after, schema: later }, at);
  }
};

/** Properties by pattern, compared when the pattern stayed. */
export const patternPropertiesRule: NestedRule = ({ from, to, before, after, path }, { compare }) => {
  const [were, are] = [from['patternProperties'], to['patternProperties']];
  if (were === undefined && are === undefined) return [];
  const at = `${path}/patternProperties`;
  if (!isObject(were) || !isObject(are) || textOf(Object.keys(were).sort()) !== textOf(Object.keys(are).sort())) {
    return sameJson(were, are)
      ? []
      : [changedKeyword('unclear', at, were, are, `patternProperties ${UNCLEAR_MESSAGE}`)];
  }
  return Object.entries(were).flatMap(([pattern, schema]) =>
    compare({ ...before, schema }, { ...after, schema: are[pattern] }, jsonPointer(at, pattern)),
  );
};
