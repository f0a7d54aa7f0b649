import nodeModule from 'node:module';

/** Before 22.10 Node.js has no cache of compiled code. */
export const {
  flushCompileCache = () => undefined,
  getCompileCacheDir = () => undefined,
}: Partial<Pick<typeof nodeModule, 'flushCompileCache' | 'getCompileCacheDir'>> = nodeModule;
