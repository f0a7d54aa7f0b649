import { loadConfig } from './config.ts';

const env = {
  MESH_SECRET: 'a-mesh-secret-of-this-test',
  DATABASE_URL: 'postgres://x',
  BUS_DATABASE_URL: 'postgres://x',
  CATALOG_ADDRESS: '127.0.0.1:1',
};

test.each(['AGENT_MODEL', 'INSIGHTS_MODEL'])('%s must name a provider and a model', (name) => {
  expect(() => loadConfig({ ...env, [name]: 'openai/gpt-5' })).not.toThrow();
  for (const model of ['foo', 'openai/', '/gpt-5', 'open ai/gpt-5']) {
    const faults = [`${name} must be a model as provider/name, such as openai/gpt-5`];
    expect(() => loadConfig({ ...env, [name]: model })).toThrow(expect.objectContaining({ faults }));
  }
});
