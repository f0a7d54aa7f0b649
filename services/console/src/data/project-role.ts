import { useOperation } from './operations.ts';

/** The role of the person in a project; undefined until it is known. */
export const useProjectRole = (projectId: string): string | undefined =>
  useOperation('listProjects').data?.items.find(({ id }) => id === projectId)?.role;

/** Whether the person may connect, run and write in a project: a member or more. */
export const useMayWrite = (projectId: string): boolean => {
  const role = useProjectRole(projectId);
  return role !== undefined && role !== 'viewer';
};
