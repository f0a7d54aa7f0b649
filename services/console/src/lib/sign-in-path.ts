import { basePath } from './base-path.ts';

/** The page of signing in, which leads back to the page of this moment. */
export const signInPath = (): string =>
  `${basePath}/auth/sign-in?${new URLSearchParams({ returnTo: `${location.pathname}${location.search}` }).toString()}`;
