/** The canonical form in which an address is stored and looked up: NFC, lower case. */
export const canonicalEmail = (email: string): string => email.normalize('NFC').toLowerCase();
