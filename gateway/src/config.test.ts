import { loadConfig } from './config.ts';

const env = {
  MESH_SECRET: 'a-mesh-secret-of-this-test',
  CATALOG_ADDRESS: 'c:1',
  DIAGNOSTICS_ADDRESS: 'd:1',
  ENVIRONMENTS_ADDRESS: 'e:1',
  SUITES_ADDRESS: 's:1',
  RUNS_ADDRESS: 'r:1',
  SWARMS_ADDRESS: 's:1',
};

test("the limits have the API's defaults", () => {
  expect(loadConfig(env)).toMatchObject({ port: 4000, limit: { perMinute: 60, burst: 10 }, maxBodyBytes: 12_582_912 });
});

test('RATE_LIMIT_PER_MINUTE=0 switches the limit off', () =>
  expect(loadConfig({ ...env, RATE_LIMIT_PER_MINUTE: '0' }).limit).toBeUndefined());

test('a burst of 0 is refused', () =>
  expect(() => loadConfig({ ...env, RATE_LIMIT_BURST: '0' })).toThrow('RATE_LIMIT_BURST'));

test('people share ten times, organizations a hundred times a limit unless set otherwise', () => {
  const shared = { RATE_LIMIT_PERSON_FACTOR: '3', RATE_LIMIT_ORGANIZATION_FACTOR: '10000' };
  expect([loadConfig(env).sharedLimits, loadConfig({ ...env, ...shared }).sharedLimits]).toEqual([
    { person: 10, organization: 100 },
    { person: 3, organization: 10_000 },
  ]);
});

test.each(
  ['RATE_LIMIT_PERSON_FACTOR', 'RATE_LIMIT_ORGANIZATION_FACTOR'].flatMap((name) =>
    ['0', '-1', '10001', '1.5', 'many'].map((value) => [name, value] as const),
  ),
)('%s=%s is refused', (name, value) => {
  expect(() => loadConfig({ ...env, [name]: value })).toThrow(name);
});

test('all missing settings are named at once', () => {
  expect(() => loadConfig({})).toThrow(
    /MESH_SECRET.*CATALOG_ADDRESS.*DIAGNOSTICS_ADDRESS.*ENVIRONMENTS_ADDRESS.*SUITES_ADDRESS.*RUNS_ADDRESS/,
  );
});

test('the port for runners is closed by default', () => {
  expect(loadConfig(env).runnerEdge).toBeUndefined();
  expect(loadConfig({ ...env, RUNNER_PORT: '4001' }).runnerEdge).toEqual({ address: '0.0.0.0:4001', tls: undefined });
  expect(
    loadConfig({ ...env, HOST: '::', RUNNER_PORT: '4001', RUNNER_TLS_CERT: 'c', RUNNER_TLS_KEY: 'k' }).runnerEdge,
  ).toEqual({ address: '[::]:4001', tls: { cert: 'c', key: 'k' } });
});

test.each([['RUNNER_TLS_CERT'], ['RUNNER_TLS_KEY']])('%s without its partner is refused', (name) => {
  expect(() => loadConfig({ ...env, RUNNER_PORT: '4001', [name]: 'x' })).toThrow('belong together');
});

test('the public URL is local by default and must be a URL', () => {
  expect([loadConfig(env).publicUrl, loadConfig({ ...env, PUBLIC_URL: 'https://assay.example/' }).publicUrl]).toEqual([
    'http://127.0.0.1:4000',
    'https://assay.example',
  ]);
  expect(loadConfig({ ...env, PUBLIC_URL: 'https://assay.example/evals' }).publicUrl).toBe(
    'https://assay.example/evals',
  );
  expect(() => loadConfig({ ...env, PUBLIC_URL: 'assay.example' })).toThrow('PUBLIC_URL');
});

test.each(['https://user:hidden@assay.example', 'https://assay.example?key=hidden', 'https://assay.example/#hidden'])(
  'PUBLIC_URL %s is refused without being shown',
  (url) => {
    const fault = 'PUBLIC_URL must be an http or https URL without credentials, query and fragment';
    expect(() => loadConfig({ ...env, PUBLIC_URL: url })).toThrow(expect.objectContaining({ faults: [fault] }));
  },
);

test.each(['MAX_BODY_BYTES', 'MAX_BYTES_IN_FLIGHT', 'MAX_CONNECTIONS'])('%s=0 is refused', (name) =>
  expect(() => loadConfig({ ...env, [name]: '0' })).toThrow(`${name} must be a whole number, at least 1`),
);
