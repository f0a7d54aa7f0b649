/** How a session was opened. */
export type SignInMethod = 'password' | 'oidc' | 'invitation';

/** The life of a session after its beginning, and after its last use; in days. */
export const SESSION_DAYS = { life: 30, idle: 7 };
