import type { SurfaceChange } from '@assay/contract/areas/surfaces/documents';
import { isObject } from '@assay/contract/json';
import { jsonPointer, sameJson, type JsonObject } from '../json.ts';
import { spellText } from '../quote-text.ts';
import { changeText, partChange, type ItemChange } from './change.ts';

const keysOf = (a: JsonObject, b: JsonObject): string[] => [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();

/** Changes of the server's own description: capabilities, instructions, name and protocol. */
export function aboutChanges(from: JsonObject, to: JsonObject): SurfaceChange[] {
  const capabilities = capabilityChanges(from['capabilities'], to['capabilities'], '').map((change): SurfaceChange => ({
    kind: 'capability',
    name: change.path.slice(1).replaceAll('/', '.'),
    ...change,
  }));
  const { instructions: before } = from;
  const { instructions: after } = to;
  const instructions: SurfaceChange[] = sameJson(before, after)
    ? []
    : [
        {
          kind: 'instructions',
          name: 'instructions',
          ...partChange('', 'cosmetic', before, after, changeText('Instructions', before, after), {
            affectsModels: true,
          }),
        },
      ];
  const server = serverChanges(from, to).map((change): SurfaceChange => ({
    kind: 'server',
    name: 'server',
    ...change,
  }));
  return [...capabilities, ...instructions, ...server];
}

/** A capability counts while it is declared and not false. */
function capabilityChanges(from: unknown, to: unknown, path: string): ItemChange[] {
  if (sameJson(from, to)) return [];
  if (isObject(from) && isObject(to))
    return keysOf(from, to).flatMap((key) => capabilityChanges(from[key], to[key], jsonPointer(path, key)));
  const [was, is] = [isOffered(from), isOffered(to)];
  const name = spellText(path.slice(1).replaceAll('/', '.'));
  if (was && is)
    return [
      partChange(path, 'breaking', from, to, `Capability ${name} is another, which cannot be shown to be compatible`),
    ];
  const grade = was ? 'breaking' : is ? 'additive' : 'cosmetic';
  return [
    partChange(path, grade, from, to, `Capability ${name} ${was ? 'is gone' : is ? 'is new' : 'is still not offered'}`),
  ];
}

const isOffered = (value: unknown): boolean => value !== undefined && value !== false && value !== null;

function serverChanges(from: JsonObject, to: JsonObject): ItemChange[] {
  const [before, after] = [from['serverInfo'], to['serverInfo']];
  const info =
    isObject(before) && isObject(after)
      ? keysOf(before, after)
          .filter((key) => !sameJson(before[key], after[key]))
          .map((key) =>
            partChange(
              jsonPointer('/serverInfo', key),
              'cosmetic',
              before[key],
              after[key],
              changeText(`The server's ${key}`, before[key], after[key]),
            ),
          )
      : sameJson(before, after)
        ? []
        : [partChange('/serverInfo', 'cosmetic', before, after, changeText('The name of the server', before, after))];
  const [protocol, revision] = [from['protocolVersion'], to['protocolVersion']];
  return sameJson(protocol, revision)
    ? info
    : [
        ...info,
        partChange(
          '/protocolVersion',
          'cosmetic',
          protocol,
          revision,
          changeText('The protocol revision', protocol, revision),
        ),
      ];
}
