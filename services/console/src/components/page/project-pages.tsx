import { getRouteApi, notFound, Outlet, rootRouteId } from '@tanstack/react-router';
import { useOperation } from '../../data/operations.ts';
import { isHidden } from './object-page.tsx';

const route = getRouteApi('/shell/p/$projectId');

/**
 * The pages of one project. All of them are the page of missing objects where the project is missing or may not be seen,
 * lists too, which would show it as parts that failed. Operations: getProject.
 */
export function ProjectPages() {
  const { projectId } = route.useParams();
  const { error } = useOperation('getProject', { projectId });
  // The router takes the thrown value for the page of missing objects.
  // oxlint-disable-next-line typescript/only-throw-error
  if (isHidden(error)) throw notFound({ routeId: rootRouteId });
  return <Outlet />;
}
