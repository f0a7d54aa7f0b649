const KEY = 'assay-last-project';

/** Remembers the project of this tab, for pages that belong to no project. */
export const rememberProject = (projectId: string): void => sessionStorage.setItem(KEY, projectId);

/** The project that this tab showed last. */
export const lastProject = (): string | undefined => sessionStorage.getItem(KEY) ?? undefined;
