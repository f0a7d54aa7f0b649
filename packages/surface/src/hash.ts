import { hash } from 'node:crypto';
import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { canonicalSurface } from './canonical.ts';

/** SHA-256 of a surface's canonical form, in hex. */
export const surfaceHash = (surface: Surface): string => hash('sha256', canonicalSurface(surface).text);

/** A hash as the API shows it. */
export const displayedHash = (hex: string): string => `sha256:${hex}`;
