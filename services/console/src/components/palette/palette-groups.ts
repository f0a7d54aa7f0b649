import type { ReactNode } from 'react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { switchTheme } from '../../lib/theme.ts';
import type { IconName } from '../icon/icon.tsx';
import { areas } from '../shell/areas.ts';

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

export interface PaletteGroup {
  word: string;
  items: readonly PaletteItem[];
}

/** The items that the palette offers for a query. */
export function usePaletteGroups(query: string): readonly PaletteGroup[] {
  const navigate = useNavigate();
  const { projectId } = useParams({ strict: false });
  const matches = (word: string): boolean => word.toLowerCase().includes(query.toLowerCase());
  const pages: PaletteItem[] =
    projectId === undefined
      ? []
      : areas
          .filter(({ word }) => matches(word))
          .map(({ word, icon, to, key }) => ({
            id: key,
            icon,
            text: word,
            keyHint: `g ${key}`,
            take: () => void navigate({ to, params: { projectId } }),
          }));
  const actions: PaletteItem[] = [
    { id: 'theme', icon: 'theme', text: 'Change the theme', keyHint: 'T', take: switchTheme },
  ];
  return [
    { word: 'Go to', items: pages },
    { word: 'Do', items: actions.filter(({ text }) => matches(text as string)) },
  ].filter(({ items }) => items.length > 0);
}
