import { useOperation } from '../../data/operations.ts';
import type { Crumb } from './page-facts.ts';

/** The project as the first step of the way to a list of its area. Operations: listProjects, which the shell has read. */
export function useProjectCrumb(projectId: string): Crumb {
  const project = useOperation('listProjects').data?.items.find(({ id }) => id === projectId);
  return { text: project?.name ?? 'Project', to: { to: '/p/$projectId', params: { projectId } } };
}
