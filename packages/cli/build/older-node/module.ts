import nodeModule from 'node:module';

/** Before 22.10 Node.js has no cache of compiled code. */
const found: Partial<Pick<typeof nodeModule, 'flushCompileCache' | 'getCompileCacheDir'>> = nodeModule;

export const flushCompileCache = found.flushCompileCache ?? (() => undefined);
export const getCompileCacheDir = found.getCompileCacheDir ?? (() => undefined);
