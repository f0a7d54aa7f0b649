import { getRouteApi } from '@tanstack/react-router';
import { shownStep, type FirstRunPlace } from './first-run-steps.ts';

const route = getRouteApi('/shell/p/$projectId/start');

/** Where the person is on the way from an address to a verdict; the address of the page has all of it. */
export function useFirstRun() {
  const { projectId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const step = shownStep(search);
  /** Goes on to a step; Back leads to the step before. */
  const goTo = (place: FirstRunPlace): void =>
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
