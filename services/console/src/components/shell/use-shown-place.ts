import { useEffect } from 'react';
import { useParams } from '@tanstack/react-router';
import { useOperation, type ItemOf } from '../../data/operations.ts';
import { lastProject, rememberProject } from '../../lib/last-project.ts';

/** Where one is: the project of the address, else the one that this tab showed last in the organization, else its first. */
export interface ShownPlace {
  project: ItemOf<'listProjects'> | undefined;
  /** The project's id, which the address tells before the project is read. */
  projectId: string | undefined;
  organizationId: string | undefined;
}

/** The project and organization that the shell shows. Operations: listProjects, getSession. */
export function useShownPlace(): ShownPlace {
  const { projectId: own, organizationId: asked } = useParams({ strict: false });
  const session = useOperation('getSession');
  const projects = useOperation('listProjects').data?.items ?? [];
  useEffect(() => {
    if (own !== undefined) rememberProject(own);
  }, [own]);
  const inside = (id: string | undefined) => asked === undefined || id === undefined || id === asked;
  const last = lastProject();
  const project =
    own === undefined
      ? (projects.find(({ id, organizationId }) => id === last && inside(organizationId)) ??
        projects.find(({ organizationId }) => inside(organizationId)))
      : projects.find(({ id }) => id === own);
  return {
    project,
    projectId: own ?? project?.id,
    organizationId: project?.organizationId ?? asked ?? session.data?.organizationId,
  };
}
