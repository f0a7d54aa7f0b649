/** Variables that make a program load or run other code: with one of them, any allowed command could run any other. */
const LOADERS = [
  // The dynamic linker and the C library.
  /^LD_/,
  /^DYLD_/,
  /^GCONV_PATH$/,
  /^GLIBC_TUNABLES$/,
  /^OPENSSL_(CONF|MODULES|ENGINES)$/,
  // Shells.
  /^BASH_ENV$/,
  /^ENV$/,
  /^SHELLOPTS$/,
  /^BASHOPTS$/,
  /^BASH_FUNC_/,
  /^PROMPT_COMMAND$/,
  /^PS4$/,
  /^IFS$/,
  /^ZDOTDIR$/,
  /^COMSPEC$/,
  /^PATHEXT$/,
  // Interpreters and virtual machines.
  /^NODE_(OPTIONS|PATH|REPL_EXTERNAL_MODULE)$/,
  /^BUN_OPTIONS$/,
  /^PYTHON(STARTUP|PATH|HOME|INSPECT|BREAKPOINT|USERBASE|EXECUTABLE|WARNINGS|PLATLIBDIR|PYCACHEPREFIX)$/,
  /^PERL(5OPT|5LIB|5DB|LIB)$/,
  /^RUBY(OPT|LIB)$/,
  /^GEM_(HOME|PATH)$/,
  /^BUNDLE_/,
  /^(JAVA_TOOL|JDK_JAVA|_JAVA)_OPTIONS$/,
  /^CLASSPATH$/,
  /^JAVA_HOME$/,
  /^PHPRC$/,
  /^PHP_INI_SCAN_DIR$/,
  /^LUA_(INIT|PATH|CPATH)/,
  /^DOTNET_(STARTUP_HOOKS|ROOT|ADDITIONAL_DEPS|SHARED_STORE)/,
  /^(CORECLR|COR)_/,
  // Package managers, which run the code of packages.
  /^NPM_CONFIG_/,
  /^(UV|PIP|YARN|PNPM|COREPACK|DENO|CARGO|CONDA|GIT|DOCKER|BUILDKIT)_/,
  /^VIRTUAL_ENV$/,
];

/** The name of the first loader variable in `env`, in any case of letters. */
export const loaderVariable = (env: Record<string, string>): string | undefined =>
  Object.keys(env).find((name) => LOADERS.some((loader) => loader.test(name.toUpperCase())));

/** `env` without the search path, so that the runner's own stays in force. */
export const withoutPath = (env: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => name.toUpperCase() !== 'PATH'));
