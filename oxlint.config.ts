import { defineConfig } from 'oxlint';
import { boundaries } from './deploy/check/boundaries.ts';

const assembly = ['packages/testkit/**', 'packages/postgres/**', 'deploy/**'];
const tests = ['**/*.test.ts', '**/test/**'];

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'node', 'jest'],
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  env: { node: true, es2024: true },
  ignorePatterns: ['**/dist/**', '**/src/gen/**', 'coverage/**', '.assay/**'],
  categories: { correctness: 'error', suspicious: 'error' },
  rules: {
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'no-console': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'oxc/no-barrel-file': ['error', { threshold: 0 }],
    'node/no-process-env': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
    'typescript/only-throw-error': 'error',
    'typescript/prefer-promise-reject-errors': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'unicorn/prefer-node-protocol': 'error',
    // A test that replaces a module of ours tests the replacement.
    'jest/no-restricted-jest-methods': [
      'error',
      { mock: 'Use the real thing.', unstable_mockModule: 'Use the real thing.' },
    ],

    // Ways of writing, not faults.
    'no-shadow': 'off',
    'no-underscore-dangle': 'off',
    'import/no-named-as-default': 'off',
    'import/no-named-as-default-member': 'off',
    'import/no-unassigned-import': 'off',
    'jest/require-to-throw-message': 'off',
    'typescript/consistent-return': 'off',
    'typescript/no-unnecessary-type-parameters': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/unbound-method': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/no-array-reverse': 'off',
    'unicorn/no-array-sort': 'off',
    // Express 5 hands the rejection of an async handler to the error handler.
    'oxc/no-async-endpoint-handlers': 'off',
  },
  overrides: [
    {
      files: ['*.config.js', '*.config.ts', 'packages/testkit/src/global-*.ts', 'packages/testkit/src/jest/*.ts'],
      rules: { 'import/no-default-export': 'off' },
    },
    // The environment is read where a process is put together, and nowhere else.
    {
      files: [
        'jest.slow.config.js',
        '**/vite.config.ts',
        'services/console/build/**',
        '**/src/config.ts',
        '**/src/main.ts',
        'packages/kit/src/start.ts',
        ...assembly,
        ...tests,
      ],
      rules: { 'node/no-process-env': 'off' },
    },
    { files: ['deploy/**'], rules: { 'no-console': 'off' } },
    // The entry of a published package names everything that its users may depend on.
    { files: ['packages/sdk/src/sdk.ts'], rules: { 'oxc/no-barrel-file': 'off' } },
    ...boundaries({ assembly, tests }),
  ],
});
