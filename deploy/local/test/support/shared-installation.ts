import { startInstallation, type Installation } from './installation.ts';

/** The shared installation as a test module gets it: it cannot stop it. */
export type SharedInstallation = Omit<Installation, 'stop'>;

let starting: Promise<Installation> | undefined;
let projects = 0;

/** The installation of the modules `*.shared.ts`, with default settings; `api` is about a new project of the caller. */
export async function sharedInstallation(): Promise<SharedInstallation> {
  starting ??= startInstallation();
  const { stop: _, ...installation } = await starting;
  const { api } = installation;
  const { id: projectId } = await api.assay.createProject({ name: `shared ${++projects}` });
  return { ...installation, api: api.inProject(projectId) };
}

export async function stopSharedInstallation(): Promise<void> {
  await (await starting)?.stop();
}
