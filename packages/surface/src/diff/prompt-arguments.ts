import { isObject } from '@assay/contract/json';
import { asText, jsonPointer, sameJson, type JsonObject } from '../json.ts';
import { quoteText } from '../quote-text.ts';
import { partChange, changeText, type ItemChange } from './change.ts';

/** Changes of a prompt's arguments. */
export function argumentChanges(from: unknown, to: unknown): ItemChange[] {
  const [before, after] = [argumentsOf(from), argumentsOf(to)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) =>
    changesOf(name, before.get(name), after.get(name)),
  );
}

const argumentsOf = (list: unknown): Map<string, JsonObject> =>
  new Map((Array.isArray(list) ? list : []).filter(isObject).map((argument) => [asText(argument['name']), argument]));

function changesOf(name: string, from: JsonObject | undefined, to: JsonObject | undefined): ItemChange[] {
  const path = jsonPointer('/arguments', name);
  const isRequired = to?.['required'] === true;
  if (!to) return [partChange(path, 'breaking', from, to, `no longer takes the argument ${quoteText(name)}`)];
  if (!from)
    return [
      partChange(
        path,
        isRequired ? 'breaking' : 'additive',
        from,
        to,
        `${isRequired ? 'requires' : 'takes'} the argument ${quoteText(name)}`,
      ),
    ];
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((key) => !sameJson(from[key], to[key]))
    .map((key) => {
      const at = jsonPointer(path, key);
      if (key !== 'required')
        return partChange(
          at,
          'cosmetic',
          from[key],
          to[key],
          changeText(`the ${key} of argument ${quoteText(name)}`, from[key], to[key]),
          { affectsModels: key === 'description' },
        );
      const was = from['required'] === true;
      if (was === isRequired)
        return partChange(
          at,
          'cosmetic',
          from[key],
          to[key],
          `says otherwise that the argument ${quoteText(name)} is ${isRequired ? 'required' : 'optional'}`,
        );
      return partChange(
        at,
        isRequired ? 'breaking' : 'additive',
        from[key],
        to[key],
        `${isRequired ? 'now' : 'no longer'} requires the argument ${quoteText(name)}`,
      );
    });
}
