import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { operationQuery, type ReplyOf } from '../../data/operations.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { visibleText } from '../../lib/visible-text.ts';
import type { IconName } from '../icon/icon.tsx';
import { useOpenPage } from '../page/page-link.tsx';
import { markedWords } from './marked-words.tsx';
import type { FoundTool } from './tool-items.tsx';
import type { PaletteItem } from './palette-item.ts';

type FoundObject = ReplyOf<'searchProject'>['items'][number];

/** A search begins when the typing has rested for this long, in milliseconds. */
const REST_MS = 120;

const kinds: Record<FoundObject['kind'], readonly [word: string, icon: IconName]> = {
  project: ['project', 'overview'],
  server: ['server', 'servers'],
  tool: ['tool', 'tool'],
  suite: ['suite', 'suites'],
  case: ['case', 'suites'],
  authoringJob: ['drafts', 'suites'],
  run: ['run', 'run'],
  runGroup: ['run group', 'run'],
  iteration: ['trial', 'run'],
  environment: ['environment', 'environment'],
  client: ['client', 'environment'],
  study: ['study', 'prompt'],
  swarm: ['swarm', 'branch'],
  journey: ['journey', 'branch'],
  journeyRun: ['journey run', 'branch'],
};

/** The objects that a search of the project finds, as far as the console has a page for it, and the first tool of them. */
export function useFoundItems(
  projectId: string | undefined,
  query: string,
): { items: readonly PaletteItem[]; tool?: FoundTool; missing: readonly string[]; isSearching: boolean } {
  const q = useSettled(query, REST_MS);
  const open = useOpenPage();
  const isOn = projectId !== undefined && q !== '';
  const search = useQuery({
    ...operationQuery('searchProject', { projectId: projectId ?? '' }, { q: q.slice(0, 200) }),
    enabled: isOn,
    placeholderData: keepPreviousData,
  });
  if (!isOn || query === '') return { items: [], missing: [], isSearching: false };
  const found = search.data?.items ?? [];
  const items = found.flatMap((object): PaletteItem[] => {
    const { kind, id, name, parent, path } = object;
    if (path === undefined) return [];
    const [word, icon] = kinds[kind];
    return [
      {
        id: `${kind}-${parent?.id ?? ''}-${id}`,
        icon,
        text: kind === 'tool' ? <code>{markedWords(name, q)}</code> : markedWords(name, q),
        about: parent?.name ? `${word} · ${visibleText(parent.name)}` : word,
        take: (inNewTab) => open(path, inNewTab ? 'newTab' : 'step'),
      },
    ];
  });
  const tool = found.find(({ kind, parent }) => kind === 'tool' && parent !== undefined);
  return {
    items,
    ...(tool && { tool: { name: tool.id, serverId: tool.parent!.id, serverName: tool.parent!.name } }),
    missing: search.error ? ['search'] : (search.data?.unavailable ?? []),
    isSearching: q !== query || search.isFetching,
  };
}
