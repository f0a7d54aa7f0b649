const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:');

/**
 * The name under which browsers keep a cookie of an installation. Over https it has the prefix that only this very host
 * can set (RFC 6265bis, section 4.1.3.2), so that no other host of its domain can plant one.
 */
export const cookieName = (name: string, publicUrl: string): string => (isSecure(publicUrl) ? `__Host-${name}` : name);

/**
 * The `Set-Cookie` header of a cookie that scripts cannot read and other sites do not send; `until` is its Expires or Max-Age.
 * One that is sent to a path alone goes by its own name: browsers take the prefix only of what is for the whole host.
 */
export const cookieHeader = (name: string, value: string, until: string, publicUrl: string, path = '/'): string =>
  `${path === '/' ? cookieName(name, publicUrl) : name}=${value}; Path=${path}; ${until}; HttpOnly; SameSite=Lax${isSecure(publicUrl) ? '; Secure' : ''}`;
