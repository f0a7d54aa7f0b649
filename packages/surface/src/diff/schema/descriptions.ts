import { isObject } from '@assay/contract/json';
import { jsonPointer, sameJson, type JsonObject } from '../../json.ts';
import { isAnnotation, READ_BY_MODELS } from '../../keywords.ts';
import { spellText } from '../../quote-text.ts';
import { changedKeyword, type SchemaChange } from './schema-change.ts';

/** Changed annotations, which no validator reads. */
export const descriptionChanges = (from: JsonObject, to: JsonObject, path: string): SchemaChange[] =>
  [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((key) => isAnnotation(key) && key !== '$defs' && key !== 'definitions' && !sameJson(from[key], to[key]))
    .map((key) => ({
      ...changedKeyword(
        'described',
        jsonPointer(path, key),
        from[key],
        to[key],
        `${spellText(key)} is ${from[key] === undefined ? 'new' : to[key] === undefined ? 'gone' : 'another'}`,
      ),
      ...(READ_BY_MODELS.has(key) && { affectsModels: true }),
    }));

/** One change for a part with the same meaning and another description. */
export const describedWithin = (from: unknown, to: unknown, path: string): SchemaChange[] =>
  sameJson(from, to)
    ? []
    : [
        {
          ...changedKeyword('described', path, from, to, 'has a different description'),
          ...((isObject(from) || Array.isArray(from)) && { affectsModels: true }),
        },
      ];
