import { HIDDEN_CHARACTERS } from '@assay/contract/text';
import type { BundleLimits } from './bundle-limits.ts';

const hidden = new RegExp(`${HIDDEN_CHARACTERS}|\\ufffd`, 'u');

/**
 * Why a path may not be in a bundle; undefined for a relative path with forward slashes that means the same file on
 * every system. The sentence continues "The entry … ".
 */
export function entryPathFault(path: string, { pathBytes, depth }: Pick<BundleLimits, 'pathBytes' | 'depth'>) {
  if (path === '') return 'has no name';
  if (Buffer.byteLength(path) > pathBytes) return `has a path longer than ${pathBytes} bytes`;
  if (hidden.test(path)) return 'has a control character, an invisible one, or one that is not UTF-8 in its path';
  if (path.includes('\\')) return 'has a backslash in its path; paths use "/"';
  if (path.startsWith('/')) return 'has an absolute path';
  if (path.includes(':')) return 'has a colon in its path, which names a drive or a stream on Windows';
  const segments = path.split('/');
  if (segments.includes('..')) return 'leaves the bundle with ".."';
  if (segments.some((segment) => segment === '' || segment === '.')) return 'has an empty or "." segment in its path';
  if (segments.some((segment) => /[. ]$/.test(segment))) return 'has a segment that ends in a dot or a blank';
  if (segments.length > depth) return `is nested deeper than ${depth} levels`;
  return undefined;
}

/** Paths of equal text here are one file on a system that ignores case and Unicode forms. */
export const foldedPath = (path: string): string => path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');

/** Files that systems leave in folders and zips, and that belong to no bundle. */
export const isSystemFile = (path: string): boolean =>
  /^__MACOSX(?:\/|$)|(?:^|\/)(?:\.DS_Store|Thumbs\.db)$/.test(path);
