/** How somebody came in. */
export type SignInMethod = 'password' | 'oidc' | 'invitation';

/** A session ends this long after it began, and when it was not used for so long; in days. */
export const SESSION_DAYS = { life: 30, idle: 7 };
