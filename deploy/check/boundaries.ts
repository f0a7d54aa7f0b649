import type { OxlintOverride } from 'oxlint';

type Pattern =
  | { group: string[]; importNames?: string[]; message: string }
  | { regex: string; importNames?: string[]; message: string };

const never = (group: string[], message: string): Pattern => ({ group, message });
/** Our own packages except these; an exception also applies to every pattern that comes after it. */
const oursBut = (allowed: string[], message: string): Pattern =>
  never(['@assay/**', ...allowed.map((name) => `!@assay/${name}`)], message);
/** Other layers of the same service. */
const layers = (names: string, message: string): Pattern => ({ regex: `^\\.\\./(.*/)?(${names})/`, message });

const ONE_WAY = 'Data flows one way: rpc, flows, actions, domain and store.';
const otherWorkspace: Pattern = {
  regex: String.raw`^\.\.?/.*[a-z]/(src|test)/`,
  message: 'Import another workspace by its package name.',
};
const otherService = oursBut(
  [
    'contract/**',
    'mesh/**',
    'kit/**',
    'mcp/**',
    'egress/**',
    'inspect/**',
    'surface/**',
    'grading/**',
    'launching/**',
    'findings/**',
    'suite-file/**',
    'plugin-bundle/**',
    'transcripts/**',
    'tunnel/tunnel-proof',
    'work/**',
    'page/**',
    'browser/**',
  ],
  'Services communicate through gRPC and events.',
);
const transactions: Pattern = {
  regex: '^@assay/kit/postgres/db$',
  importNames: ['transaction'],
  message: 'Transactions belong to actions.',
};
const clients = never(['pg', 'kafkajs', '@grpc/**', 'undici', 'express'], 'A pure file has no effects.');
const effects: Pattern = {
  regex:
    '^(node:)?(fs|net|tls|dgram|dns|https?|http2|child_process|cluster|worker_threads|os|process|timers|readline)(/|$)',
  message: 'A pure file has no effects.',
};
const randomness: Pattern = {
  ...never(['node:crypto'], 'A pure file has no randomness.'),
  importNames: ['randomUUID', 'randomBytes', 'randomInt', 'getRandomValues', 'webcrypto'],
};

/** Imports that a folder must not have. For a file under two entries only the later one applies. */
const mayNotImport = (files: string | string[], ...patterns: Pattern[]): OxlintOverride => ({
  files: [files].flat(),
  rules: { 'no-restricted-imports': ['error', { patterns: [...patterns, otherWorkspace] }] },
});

const serviceRoot: Pattern = {
  regex: String.raw`^(\.\./)+(main|app|config|deps|service|settings)\.ts$`,
  message: 'The root of the runner puts its layers together, and no layer imports it.',
};
/** A layer of the runner: it imports no service and nothing of the runner's root. */
const runnerLayer = (folder: string, ...patterns: Pattern[]): OxlintOverride =>
  mayNotImport(`services/runner/src/${folder}/**`, otherService, serviceRoot, ...patterns);
const RUNNER_ONE_WAY = 'Work flows one way in the runner: handlers, engine, reach and domain.';
const ABOVE_ENGINE = layers('handlers', RUNNER_ONE_WAY);
const ABOVE_REACH = layers('handlers|engine', RUNNER_ONE_WAY);
/** Folders of the same layer. */
const beside = (names: string): Pattern => ({ regex: String.raw`^(\.\./)+(${names})/`, message: RUNNER_ONE_WAY });

/** Pure code: time, chance and I/O are passed in as values. Further globals may be forbidden. */
const isPure = (files: string, ...globals: string[]): OxlintOverride => ({
  files: [files],
  rules: {
    'no-restricted-globals': [
      'error',
      'process',
      'performance',
      'crypto',
      'fetch',
      'setTimeout',
      'setInterval',
      'setImmediate',
      ...globals,
    ],
    'no-restricted-properties': [
      'error',
      { object: 'Date', property: 'now', message: 'Pass the time in.' },
      { object: 'Math', property: 'random', message: 'Pass the value in.' },
      { object: 'globalThis', property: 'process' },
    ],
  },
});

/** The import rules of CONTRIBUTING.md; boundaries.test.ts breaks each of them once. */
export const boundaries = ({ assembly, tests }: Record<'assembly' | 'tests', string[]>): OxlintOverride[] => [
  mayNotImport(
    'proto/**',
    oursBut(['contract/**'], 'The mesh imports only the contract.'),
    never(['pg', 'kafkajs', 'express'], 'The mesh is messages and methods.'),
  ),

  mayNotImport('packages/*/src/**', oursBut(['contract/**', 'mesh/**', 'kit/**'], 'A package knows no service.')),
  // All but relative paths and `typebox`: the expressions of the linter have no lookahead.
  mayNotImport('packages/contract/src/**', {
    regex: '^([^.t]|t[^y])',
    message: 'The contract imports its schema library alone.',
  }),
  isPure('packages/contract/src/**', 'Buffer'),
  mayNotImport(
    'packages/egress/src/**',
    oursBut(
      ['contract/**', 'kit/settings/setting'],
      'Egress imports only the contract, and how settings are declared.',
    ),
    never(['pg', 'kafkajs', '@grpc/**'], 'Egress imports only the contract, and how settings are declared.'),
  ),
  mayNotImport(
    'packages/inspect/src/**',
    oursBut(
      [
        'contract/**',
        'mcp/**',
        'surface/**',
        'grading/json-schema',
        'grading/schema-guard',
        'kit/concurrency/run-in-worker',
      ],
      'An inspection only needs a session.',
    ),
    never(['pg', 'kafkajs', '@grpc/**'], 'An inspection only needs a session.'),
  ),
  mayNotImport(
    'packages/surface/src/**',
    oursBut(['contract/**'], 'Surface functions are pure.'),
    clients,
    effects,
    randomness,
  ),
  isPure('packages/surface/src/**'),
  mayNotImport(
    'packages/mcp/src/**',
    oursBut(
      ['contract/**', 'mesh/gen/**', 'egress/**', 'kit/telemetry/metric'],
      'The MCP client is independent of kit, but for its metrics.',
    ),
    never(['pg', 'kafkajs', '@grpc/**'], 'The MCP client is independent of kit, but for its metrics.'),
  ),
  mayNotImport(
    'packages/browser/src/**',
    oursBut(['contract/**', 'egress/**', 'kit/**'], 'The browser knows no service.'),
  ),
  mayNotImport(
    'packages/grading/src/**',
    oursBut(['contract/**', 'kit/security/redact', 'kit/json/schema'], 'Grading is pure.'),
    clients,
    effects,
    randomness,
  ),
  isPure('packages/grading/src/**'),
  mayNotImport(
    'packages/launching/src/**',
    oursBut(
      ['contract/**', 'grading/**'],
      'Launching is pure: it names the fields of a message that it reads, and imports no message.',
    ),
    clients,
    effects,
    randomness,
  ),
  isPure('packages/launching/src/**'),
  mayNotImport(
    'packages/suite-file/src/**',
    oursBut(
      ['contract/**', 'grading/**', 'kit/text/kept-text', 'kit/json/schema'],
      'Suite files are parsed and printed without effects.',
    ),
    clients,
    effects,
    randomness,
  ),
  isPure('packages/suite-file/src/**'),
  mayNotImport(
    'packages/plugin-bundle/src/**',
    oursBut(['contract/**', 'suite-file/read-text', 'suite-file/plain-json'], 'Plugins are read without effects.'),
    clients,
    effects,
    randomness,
  ),
  isPure('packages/plugin-bundle/src/**'),
  mayNotImport(
    'packages/work/src/**',
    oursBut(['contract/problem', 'mesh/gen/assay/v1/work', 'kit/**'], 'The queue knows no word of the product.'),
  ),
  mayNotImport(
    'packages/findings/src/**',
    { ...transactions, importNames: ['transaction', 'openPool'] },
    oursBut(
      [
        'contract/**',
        'mesh/gen/assay/v1/catalog',
        'grading/**',
        'kit/postgres/db',
        'kit/json/kept-json',
        'kit/json/parse',
        'kit/settings/setting',
        'kit/text/kept-text',
      ],
      'Findings are rules and statements.',
    ),
    clients,
    effects,
    randomness,
  ),
  isPure('packages/findings/src/**'),
  mayNotImport(
    'packages/database/src/**',
    oursBut(
      ['contract/**', 'kit/**', 'findings/migrations', 'transcripts/migrations', 'work/migrations'],
      'A package knows no service.',
    ),
  ),
  // All but relative paths and the contract; what only Node has would fail in a browser.
  mayNotImport('packages/sdk/src/**', oursBut(['contract/**'], 'The SDK imports only the contract.'), {
    regex: '^([^.@]|@[^a]|@a[^s])',
    message: 'The SDK runs in a browser and depends on no library.',
  }),
  {
    files: ['packages/sdk/src/**'],
    rules: { 'no-restricted-globals': ['error', 'process', 'Buffer', 'setImmediate', 'global'] },
  },
  mayNotImport('packages/study-page/client/**', oursBut(['sdk', 'sdk/**'], 'The page imports only the SDK.')),
  mayNotImport(
    'packages/cli/src/**',
    oursBut(
      [
        'sdk',
        'sdk/gen/operations',
        'sdk/operation-entry',
        'contract/**',
        'suite-file/**',
        'plugin-bundle/**',
        'tunnel/**',
        'local/**',
      ],
      'The command line imports only the SDK, the contract, suite-file, plugin-bundle, tunnel and the launcher.',
    ),
  ),

  mayNotImport('services/*/src/**', otherService),
  mayNotImport(
    'services/*/src/domain/**',
    oursBut(
      [
        'contract/**',
        'mesh/**',
        'grading/**',
        'launching/**',
        'findings/series-window',
        'findings/mining/finding',
        'findings/mining/finding-history',
        'findings/mining/mined-findings',
        'findings/mining/signal',
        'surface/**',
        'suite-file/**',
        'plugin-bundle/**',
        'transcripts/assemble-trace',
        'transcripts/mask',
        'page/**',
        'kit/json/schema',
        'kit/security/api-key',
        'kit/security/secret',
        'kit/security/signed-token',
        'kit/text/kept-text',
        'kit/text/lines',
        'kit/text/plain-line',
        'kit/text/trailing',
        'kit/security/redact',
      ],
      'A domain file takes values and returns values.',
    ),
    layers('store|actions|flows|background|rpc|events|handlers|engine|reach', ONE_WAY),
    clients,
    effects,
    randomness,
  ),
  isPure('services/*/src/domain/**'),
  mayNotImport(
    'services/*/src/store/**',
    oursBut(
      [
        'contract/access',
        'contract/given',
        'contract/normal-name',
        'contract/areas/**',
        'mesh/gen/**',
        'grading/**',
        'kit/**',
        'transcripts/**',
        'findings/**',
        'work/queue/turns',
        'work/service/work-source',
      ],
      'A store only runs SQL; the rpc interprets its result.',
    ),
    layers('actions|flows|background|rpc|events', ONE_WAY),
    never(['@grpc/**', 'kafkajs'], 'A store only runs SQL.'),
  ),
  mayNotImport(
    'services/*/src/actions/**',
    otherService,
    layers('flows|background|rpc|events', ONE_WAY),
    never(['@grpc/**', 'kafkajs'], 'An action only runs its transaction.'),
  ),
  mayNotImport(
    'services/*/src/flows/**',
    transactions,
    otherService,
    layers('background|rpc|events', 'A flow is called by rpc, background and events.'),
  ),
  mayNotImport(
    'services/*/src/background/**',
    transactions,
    otherService,
    layers('rpc|events', 'Move shared code into a flow or an action.'),
  ),
  mayNotImport(
    'services/*/src/rpc/**',
    transactions,
    otherService,
    layers('background|events', 'Move shared code into a flow or an action.'),
  ),
  mayNotImport(
    'services/*/src/events/**',
    transactions,
    otherService,
    layers('background|rpc', 'Move shared code into a flow or an action.'),
  ),
  runnerLayer('handlers', {
    regex: String.raw`^\.\./[^.]`,
    message: 'A kind of work imports no other kind: move shared code into the engine.',
  }),
  runnerLayer('engine', ABOVE_ENGINE),
  runnerLayer('engine/turns', ABOVE_ENGINE, beside('steps')),
  runnerLayer('engine/tools', ABOVE_ENGINE, beside('steps|turns|models')),
  runnerLayer('engine/models', ABOVE_ENGINE, beside('steps|turns|tools')),
  runnerLayer('reach', ABOVE_REACH),
  runnerLayer('reach/platform', ABOVE_REACH, beside('sessions|recording|browsers|widgets')),
  runnerLayer('reach/recording', ABOVE_REACH, beside('sessions|platform|browsers|widgets')),
  runnerLayer('reach/browsers', ABOVE_REACH, beside('sessions|platform|recording|widgets')),
  runnerLayer('reach/widgets', ABOVE_REACH, beside('sessions|platform|recording|browsers')),
  mayNotImport(
    'gateway/src/**',
    oursBut(
      ['contract/**', 'mesh/**', 'kit/**', 'launching/required-labels', 'page/**', 'study-page/**', 'tunnel/**'],
      'The gateway reaches services through gRPC.',
    ),
    never(['pg', 'kafkajs'], 'The gateway owns no data.'),
  ),

  mayNotImport(
    'services/console/src/**',
    oursBut(['contract/**', 'sdk', 'sdk/**'], 'The console can do nothing that the API cannot.'),
  ),

  // Tests import only from their own workspace, and start real servers and databases.
  mayNotImport(
    tests,
    oursBut(
      [
        'contract/**',
        'mesh/**',
        'kit/**',
        'mcp/**',
        'egress/**',
        'inspect/**',
        'surface/**',
        'grading/**',
        'launching/**',
        'findings/**',
        'suite-file/**',
        'plugin-bundle/**',
        'transcripts/**',
        'work/**',
        'tunnel/**',
        'browser/**',
        'testkit/**',
        'postgres/**',
      ],
      'Put a test of several services into deploy/local.',
    ),
  ),
  { files: tests, rules: { 'no-restricted-globals': 'off', 'no-restricted-properties': 'off' } },
  { files: assembly, rules: { 'no-restricted-imports': 'off' } },
];
