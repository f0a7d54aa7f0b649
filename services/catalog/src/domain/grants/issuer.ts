/** The issuer of our authorization server (RFC 8414): the address of the installation, without a slash at its end. */
export const issuerOf = (publicUrl: string): string => publicUrl.replace(/\/$/, '');
