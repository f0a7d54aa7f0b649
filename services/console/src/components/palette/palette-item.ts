import type { ReactNode } from 'react';
import type { IconName } from '../icon/icon.tsx';

/** Something to go to or to do. */
export interface PaletteItem {
  id: string;
  icon: IconName;
  text: ReactNode;
  /** What it is and where: "case · Helpdesk regression". */
  about?: string;
  mark?: ReactNode;
  keyHint?: string;
  take: (inNewTab: boolean) => void;
}
