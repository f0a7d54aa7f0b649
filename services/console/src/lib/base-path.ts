/** The path under which the installation is served, without a slash at its end; the gateway writes it into the page. */
export const basePath: string = (
  document.querySelector('meta[name="assay-base"]')?.getAttribute('content') ?? ''
).replace(/\/$/, '');

/** The nonce of this page, for style elements that libraries insert. */
export const styleNonce: string = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
