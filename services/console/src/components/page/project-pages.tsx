import { getRouteApi, Outlet } from '@tanstack/react-router';
import { useOperation } from '../../data/operations.ts';
import { refuseHidden } from './object-page.tsx';

const route = getRouteApi('/shell/p/$projectId');

/**
 * The pages of one project. All of them are the page of missing objects where the project is missing or may not be seen,
 * lists too, which would show it as parts that failed. Operations: getProject.
 */
export function ProjectPages() {
  const { projectId } = route.useParams();
  const { error } = useOperation('getProject', { projectId });
  refuseHidden(error);
  // Another project begins with new pages: rows that are kept while a list loads are of one project.
  return <Outlet key={projectId} />;
}
