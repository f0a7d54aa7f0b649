import type {
  Study,
  StudyDetail,
  StudyServer,
  StudySummary,
  StudyUpdated,
} from '@assay/contract/areas/studies/documents';
import type { EnvironmentSource } from '../bundles/bundle-source.ts';
import { linkPathOf, linkTokenOf } from './link-token.ts';
import type { StoredStudy } from './study-record.ts';

/** The environment of a study and its servers, as they are now. */
export interface StudySurroundings {
  source: EnvironmentSource;
  /** Without servers that were deleted since. */
  servers: StudyServer[];
}

/** The settings that links of studies are made with. */
export interface LinkSettings {
  meshSecret: string;
  /** Without a slash at its end. */
  publicUrl: string;
}

/** The link that all visitors of a study share, or the link of one member. */
export function linkOf(
  { meshSecret, publicUrl }: LinkSettings,
  { id, linkVersion }: Pick<StoredStudy, 'id' | 'linkVersion'>,
  memberId?: string,
): { path: string; url: string } {
  const link =
    memberId === undefined
      ? { kind: 'study' as const, id, linkVersion }
      : { kind: 'member' as const, id: memberId, linkVersion };
  const path = linkPathOf(linkTokenOf(meshSecret, link));
  return { path, url: `${publicUrl}${path}` };
}

export const toStudy = (links: LinkSettings, study: StoredStudy): Study => ({
  id: study.id,
  environmentId: study.environmentId,
  name: study.name,
  mode: study.mode,
  accessVersion: study.accessVersion,
  link: linkOf(links, study).url,
});

export const toUpdated = ({ id, projectId, name, description, mode }: StoredStudy): StudyUpdated => ({
  id,
  projectId,
  name,
  description,
  mode,
});

export const toStudySummary = (
  links: LinkSettings,
  study: StoredStudy,
  { source: { client }, servers }: StudySurroundings,
): StudySummary => ({
  ...toUpdated(study),
  hostStyle: client?.config.hostStyle ?? '',
  hostId: client?.id ?? null,
  hostName: client?.name ?? null,
  serverCount: servers.length,
  serverNames: servers.map(({ name }) => name),
  link: linkOf(links, study),
  createdAt: study.createdAt.getTime(),
  updatedAt: study.updatedAt.getTime(),
});

/** `isOfProject`: the reader has a role in the project. */
export const toStudyDetail = (
  links: LinkSettings,
  study: StoredStudy,
  surroundings: StudySurroundings,
  isOfProject: boolean,
): StudyDetail => {
  const { environment, client } = surroundings.source;
  return {
    ...toStudySummary(links, study, surroundings),
    modelId: environment.body.modelId ?? client?.config.modelId ?? null,
    systemPrompt: client?.config.systemPrompt ?? null,
    temperature: client?.config.temperature ?? null,
    requireToolApproval: client?.config.requireToolApproval ?? false,
    servers: surroundings.servers,
    ...(isOfProject && { environmentId: study.environmentId, guestExecution: study.guestExecution }),
  };
};
