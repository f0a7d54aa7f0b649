import { useIsWide } from './use-is-wide.ts';

/** The selection of an address that says that nothing is selected. */
export const NOTHING = 'none';

/**
 * The selection of a list with an inspector: as the address has it, or else the first row where list and inspector
 * stand beside each other.
 */
export function useSelection(sel: string | undefined, first: string | undefined): string | undefined {
  const isWide = useIsWide();
  if (sel === NOTHING) return undefined;
  return sel ?? (isWide ? first : undefined);
}
