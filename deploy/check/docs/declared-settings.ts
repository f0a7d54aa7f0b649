import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { isSetting, type AnySetting } from '@assay/kit/settings/setting';
import { repositoryRoot } from '../step.ts';

/** Every setting that the files `settings.ts` and `…-settings.ts` declare, of each file by name, of a table in its order. */
export async function declaredSettings(): Promise<AnySetting[]> {
  const files = await Array.fromAsync(
    glob('{gateway,{packages,services,deploy}/*}/src/**/*settings.ts', {
      cwd: repositoryRoot,
      exclude: ['services/console/**'],
    }),
  );
  const found: AnySetting[] = [];
  for (const file of files.toSorted((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1))) {
    const exported = (await import(join(repositoryRoot, file))) as Record<string, unknown>;
    const names = Object.keys(exported).toSorted();
    found.push(...names.flatMap((name) => settingsIn(exported[name])));
  }
  return [...new Set(found)];
}

/** The settings of a whole room come before the ones of its folders. */
const depthOf = (file: string): number => file.split('/').length;

/** The settings of an exported value: one, or a table of them. */
function settingsIn(value: unknown): AnySetting[] {
  if (isSetting(value)) return [value];
  if (value instanceof Map) return [...value.values()].flatMap(settingsIn);
  const isTable = Array.isArray(value) || Object.getPrototypeOf(value ?? 0) === Object.prototype;
  return isTable ? Object.values(value as object).flatMap(settingsIn) : [];
}
