import { loadConfig } from './config.ts';

const env = {
  MESH_SECRET: 's',
  CATALOG_ADDRESS: 'c:1',
  DIAGNOSTICS_ADDRESS: 'd:1',
  SUITES_ADDRESS: 's:1',
  RUNS_ADDRESS: 'r:1',
};

test('the limits are those of the API unless an operator sets others', () => {
  expect(loadConfig(env)).toMatchObject({ port: 4000, limit: { perMinute: 60, burst: 10 }, maxBodyBytes: 12_582_912 });
});

test('RATE_LIMIT_PER_MINUTE=0 switches the limit off', () =>
  expect(loadConfig({ ...env, RATE_LIMIT_PER_MINUTE: '0' }).limit).toBeUndefined());

test('a burst of none, which would let nobody in, is refused', () =>
  expect(() => loadConfig({ ...env, RATE_LIMIT_BURST: '0' })).toThrow('RATE_LIMIT_BURST'));

test('everything that is missing is named at once', () => {
  expect(() => loadConfig({})).toThrow(
    /MESH_SECRET.*CATALOG_ADDRESS.*DIAGNOSTICS_ADDRESS.*SUITES_ADDRESS.*RUNS_ADDRESS/,
  );
});

test('runners from outside come in nowhere until a port is named', () => {
  expect(loadConfig(env).runnerEdge).toBeUndefined();
  expect(loadConfig({ ...env, RUNNER_PORT: '4001' }).runnerEdge).toEqual({ address: '0.0.0.0:4001', tls: undefined });
  expect(
    loadConfig({ ...env, HOST: '::', RUNNER_PORT: '4001', RUNNER_TLS_CERT: 'c', RUNNER_TLS_KEY: 'k' }).runnerEdge,
  ).toEqual({ address: '[::]:4001', tls: { cert: 'c', key: 'k' } });
});

test.each([['RUNNER_TLS_CERT'], ['RUNNER_TLS_KEY']])('%s alone is refused', (name) => {
  expect(() => loadConfig({ ...env, RUNNER_PORT: '4001', [name]: 'x' })).toThrow('belong together');
});

test('the address that browsers use is one of this machine until it is named, and no other thing than an address', () => {
  expect([loadConfig(env).publicUrl, loadConfig({ ...env, PUBLIC_URL: 'https://assay.example/' }).publicUrl]).toEqual([
    'http://127.0.0.1:4000',
    'https://assay.example',
  ]);
  expect(() => loadConfig({ ...env, PUBLIC_URL: 'assay.example' })).toThrow('PUBLIC_URL');
});
