import { useNavigate } from '@tanstack/react-router';
import { useOperation } from '../../data/operations.ts';
import { copyText } from '../../lib/copy-text.ts';
import { switchTheme } from '../../lib/theme.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { curlOf } from '../key-line/key-line.tsx';
import { useShownFacts } from '../page/page-facts.ts';
import { areas } from '../shell/areas.ts';
import { useShownPlace } from '../shell/use-shown-place.ts';
import { useFoundItems } from './found-items.tsx';
import { useToolItems } from './tool-items.tsx';
import type { PaletteItem } from './palette-item.ts';

export interface PaletteGroup {
  word: string;
  items: readonly PaletteItem[];
}

/** The offer of the palette for a query; `missing` are the services that did not answer. */
export interface PaletteOffer {
  groups: readonly PaletteGroup[];
  missing: readonly string[];
  isSearching: boolean;
}

/** An item that is found by its words. */
type WordedItem = PaletteItem & { text: string };

/** Every word of the query is in the words of the item. */
const matches = (query: string, { text, about = '' }: WordedItem): boolean =>
  query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => `${text} ${about}`.toLowerCase().includes(word));

/** Offers places, objects and actions for a query. Operations: searchProject, listCasesByTool, listProjects, getSession. */
export function usePaletteOffer(query: string): PaletteOffer {
  const { projectId } = useShownPlace();
  const { items: found, tool, missing, isSearching } = useFoundItems(projectId, query);
  const ofTool = useToolItems(projectId, tool);
  const [places, actions] = [usePlaces(projectId), useActions(projectId)];
  const groups = [
    { word: 'Go to', items: [...places.filter((item) => matches(query, item)), ...found] },
    { word: 'Do', items: [...ofTool, ...actions.filter((item) => matches(query, item))] },
  ];
  return { groups: groups.filter(({ items }) => items.length > 0), missing, isSearching };
}

/** The areas of the project, the settings, and other projects. */
function usePlaces(projectId: string | undefined): WordedItem[] {
  const navigate = useNavigate();
  const session = useOperation('getSession');
  const projects = useOperation('listProjects');
  const organizationId = session.data?.organizationId;
  const own = areas.map(({ word, icon, to, key }): WordedItem => ({
    id: `area-${key}`,
    icon,
    text: word,
    keyHint: `g ${key}`,
    take: () => projectId !== undefined && void navigate({ to, params: { projectId } }),
  }));
  const others = (projects.data?.items ?? [])
    .filter(({ id }) => id !== projectId)
    .map(({ id, name }): WordedItem => ({
      id: `project-${id}`,
      icon: 'overview',
      text: visibleText(name),
      about: 'project',
      take: () => void navigate({ to: '/p/$projectId', params: { projectId: id } }),
    }));
  const keys: WordedItem = {
    id: 'keys',
    icon: 'key',
    text: 'API keys',
    about: 'settings',
    take: () =>
      organizationId !== undefined &&
      void navigate({ to: '/o/$organizationId/settings/keys', params: { organizationId } }),
  };
  return [...(projectId === undefined ? [] : own), ...(organizationId === undefined ? [] : [keys]), ...others];
}

function useActions(projectId: string | undefined): WordedItem[] {
  const navigate = useNavigate();
  const { request } = useShownFacts();
  const actions: WordedItem[] = [
    { id: 'theme', icon: 'theme', text: 'Change the theme', keyHint: 'T', take: switchTheme },
    {
      id: 'link',
      icon: 'link',
      text: 'Copy the link to this page',
      keyHint: 'Y',
      take: () => copyText(location.href, 'The link'),
    },
  ];
  if (request)
    actions.unshift({
      id: 'curl',
      icon: 'copy',
      text: 'Copy this page as curl',
      keyHint: 'c',
      take: () => copyText(curlOf(request), 'The request as curl'),
    });
  if (projectId !== undefined)
    actions.unshift(
      {
        id: 'add-server',
        icon: 'plus',
        text: 'Add a server',
        take: () => void navigate({ to: '/p/$projectId/start', params: { projectId }, search: { step: 'server' } }),
      },
      {
        id: 'registry',
        icon: 'search',
        text: 'Search the registry',
        take: () => void navigate({ to: '/p/$projectId/registry', params: { projectId } }),
      },
    );
  return actions;
}
