/** The one way in which an address is kept and looked for: composed, in lower case. */
export const canonicalEmail = (email: string): string => email.normalize('NFC').toLowerCase();
