import { useContext, type ReactNode } from 'react';
import { KeyFloor, useKeys } from '../../lib/keys.ts';

/** The content of what floats over the page: the keys of the page behind it rest, also of a page that comes later. */
export const AbovePage = ({ children }: { children: ReactNode }) => (
  <KeyFloor value={useContext(KeyFloor) + 1}>
    <Cover />
    {children}
  </KeyFloor>
);

function Cover() {
  useKeys([], { covers: true });
  return null;
}
