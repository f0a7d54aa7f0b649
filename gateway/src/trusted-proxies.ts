/** An ingress stands in a private network, and says whom a request comes from. */
export const TRUSTED_PROXIES = ['loopback', 'linklocal', 'uniquelocal'];
