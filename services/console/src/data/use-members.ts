import { useOperation } from './operations.ts';

/** The names of a project's people by the id of their user; empty until they are read. */
export function useMemberNames(projectId: string): (userId: string | undefined) => string | undefined {
  const members = useOperation('listProjectMembers', { projectId }, { limit: 200 });
  return (userId) => {
    const member = members.data?.items.find((one) => one.userId === userId);
    return member && (member.name || member.email);
  };
}
