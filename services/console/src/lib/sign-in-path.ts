import { basePath } from './base-path.ts';

const leadingBack = (path: string): string =>
  `${basePath}${path}?${new URLSearchParams({ returnTo: `${location.pathname}${location.search}` }).toString()}`;

/** The page of signing in, which leads back to the page of this moment. */
export const signInPath = (): string => leadingBack('/auth/sign-in');

/** The page on which another organization is chosen, which leads back likewise. */
export const organizationPath = (): string => leadingBack('/auth/organization');
