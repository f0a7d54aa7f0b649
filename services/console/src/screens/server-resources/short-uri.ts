import { visibleText } from '../../lib/visible-text.ts';
import { prefixOf } from './resource-tree.ts';

/** The end of an address, with what was left out. */
export function shortUri(uri: string): string {
  const prefix = prefixOf(uri);
  if (prefix === undefined) return visibleText(uri);
  const before = prefixOf(prefix.slice(0, -1)) ?? '';
  return visibleText(`…/${uri.slice(before.length)}`);
}
