interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL: (url: string) => unknown };
}

const trusted = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('assay', {
  createScriptURL(url) {
    if (new URL(url, location.href).origin !== location.origin) throw new TypeError('A worker is of another origin.');
    return url;
  },
});

/** Starts a worker of the build. The content security policy takes it only through the one policy of Trusted Types. */
export const startWorker = (url: string): Worker =>
  new Worker((trusted?.createScriptURL(url) ?? url) as string, { type: 'module' });
