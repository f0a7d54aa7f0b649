import { getRouteApi } from '@tanstack/react-router';

const route = getRouteApi('/shell/p/$projectId/start');

export type FirstRunStep = 'server' | 'doctor' | 'drafts' | 'run';
/** The steps in their order, with their words and the time that is left. */
export const firstRunSteps: readonly { id: FirstRunStep; word: string; left: string }[] = [
  { id: 'server', word: 'Add a server', left: 'about 5 minutes' },
  { id: 'doctor', word: 'Diagnose it', left: 'about 4 minutes left' },
  { id: 'drafts', word: 'Review the drafts', left: 'about 2 minutes left' },
  { id: 'run', word: 'Run', left: 'less than a minute left' },
];

type Place = { step?: FirstRunStep; server?: string; suite?: string; job?: string; run?: string };

/** Where the person is on the way from an address to a verdict; the address of the page has all of it. */
export function useFirstRun() {
  const { projectId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { step = 'server' } = search;
  /** Goes on to a step; Back leads to the step before. */
  const goTo = (place: Place): void =>
    void navigate({
      search: (old) => ({ ...old, ...place, step: place.step === 'server' ? undefined : place.step }),
    });
  const chooseWay = (way: 'address' | 'command' | 'paste'): void =>
    void navigate({
      search: (old) => ({ ...old, way: way === 'address' ? undefined : way }),
      replace: true,
    });
  return { projectId, ...search, step, way: search.way ?? 'address', goTo, chooseWay };
}
