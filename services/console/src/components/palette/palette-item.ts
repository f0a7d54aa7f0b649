import type { ReactNode } from 'react';
import type { IconName } from '../icon/icon.tsx';

/** Something to go to or to do. */
export interface PaletteItem {
  id: string;
  icon: IconName;
  text: ReactNode;
  /** Its kind and its place: "case · Helpdesk regression". */
  about?: string;
  mark?: ReactNode;
  keyHint?: string;
  take: (inNewTab: boolean) => void;
}
