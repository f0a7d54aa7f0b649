import { loadConfig } from '../src/config.ts';

const env = {
  DATABASE_URL: 'postgres://x',
  MESH_SECRET: 'a-mesh-secret-of-this-test',
  CATALOG_ADDRESS: 'catalog:1',
  ENVIRONMENTS_ADDRESS: 'environments:1',
  BUS_DATABASE_URL: 'postgres://x',
};

test.each<[string, string | undefined, string]>([
  ['has a default', undefined, 'http://127.0.0.1:4000'],
  ['is taken without the slash at its end', 'https://assay.example/app/', 'https://assay.example/app'],
])("the console's address %s", (_, PUBLIC_URL, publicUrl) =>
  expect(loadConfig({ ...env, PUBLIC_URL })).toMatchObject({ publicUrl }),
);

test.each(['assay.example', 'ftp://assay.example', 'javascript:alert(1)'])(
  'an address like %s is refused at start',
  (PUBLIC_URL) => {
    expect(() => loadConfig({ ...env, PUBLIC_URL })).toThrow('PUBLIC_URL');
  },
);
