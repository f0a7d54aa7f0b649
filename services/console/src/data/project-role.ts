import { useOperation } from './operations.ts';

/** The role of the person in a project; undefined until it is known. */
export const useProjectRole = (projectId: string): string | undefined =>
  useOperation('listProjects').data?.items.find(({ id }) => id === projectId)?.role;

const RANKS = ['viewer', 'member', 'admin', 'owner'];
const WHO = { member: 'Members of the project may do this', admin: 'Administrators of the project may do this' };

/** Why the person may not do what needs a role, for the title of a disabled button; undefined when they may. */
export function useRoleReason(projectId: string, needed: keyof typeof WHO): string | undefined {
  const role = useProjectRole(projectId);
  if (role === undefined || RANKS.indexOf(role) >= RANKS.indexOf(needed)) return undefined;
  return `${WHO[needed]}; your role is ${role}.`;
}

/** Whether the person may connect, run and write in a project: a member or more. */
export const useMayWrite = (projectId: string): boolean => {
  const role = useProjectRole(projectId);
  return role !== undefined && role !== 'viewer';
};
