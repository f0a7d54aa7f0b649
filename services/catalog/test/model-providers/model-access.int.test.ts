import { Writable } from 'node:stream';
import { DirectoryService, type GrantModelsRequest } from '@assay/mesh/gen/assay/v1/catalog';
import { operations } from '@assay/contract/operations';
import type { Caller } from '@assay/kit/security/caller';
import { createLog } from '@assay/kit/log';
import { unseal } from '@assay/kit/security/seal';
import { loadConfig } from '../../src/config.ts';
import {
  PRICED_MODEL,
  RUNNER_CALLER,
  startTestLedger,
  UNPRICED_MODEL,
  type TestLedger,
} from '../support/model-ledger.ts';

let fixture: TestLedger;
beforeAll(async () => {
  fixture = await startTestLedger();
});
afterAll(() => fixture.stop());
beforeEach(async () => {
  await fixture.clear();
  await fixture.pool.query('delete from model_providers');
});

const SECRET = 'the-organizations-own-key';
const BROUGHT = 'a-key-that-was-brought';
const save = (provider: string, settings: object = { apiKey: SECRET }, caller = fixture.adaInPerson) =>
  fixture.call(operations.setModelProvider, { ...fixture.organization, provider }, settings, caller);
const remove = (provider: string, caller = fixture.adaInPerson) =>
  fixture.call(operations.removeModelProvider, { ...fixture.organization, provider }, {}, caller);
const RUNS: Caller = { requestId: 'req_runs', service: 'runs' };
const grant = (models: string[], changes: Partial<GrantModelsRequest> = {}, caller = RUNS) =>
  fixture.mesh.call(
    DirectoryService.grantModels,
    { ...fixture.account, models, broughtKeys: {}, sealedFor: 'run:run_1', ...changes },
    { caller },
  );
const opened = (sealed: Buffer, context = 'run:run_1') =>
  JSON.parse(unseal(sealed, fixture.keyEncryptionKey, context).toString());

describe("the organization's providers", () => {
  test('are saved, listed without their keys, replaced and removed', async () => {
    const saved = { provider: 'azure', hasKey: true, baseUrl: 'https://us.example/v1', updatedAt: expect.any(Number) };
    expect(await save('azure', { apiKey: SECRET, baseUrl: 'https://us.example/v1' })).toEqual(saved);
    expect(await save('ollama', { baseUrl: 'http://localhost:11434/v1' })).toMatchObject({
      provider: 'ollama',
      hasKey: false,
    });
    expect(await fixture.call(operations.listModelProviders, fixture.organization)).toEqual({
      items: [saved, expect.objectContaining({ provider: 'ollama' })],
    });
    await save('azure', { apiKey: 'new', baseUrl: 'https://eu.example/v1' });
    expect((await fixture.call(operations.listModelProviders, fixture.organization)).items[0]).toMatchObject({
      baseUrl: 'https://eu.example/v1',
    });
    expect(await remove('azure')).toEqual({ provider: 'azure', removed: true });
    await expect(remove('azure')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test.each<[string, string, object, string]>([
    ['an unknown provider', 'unknown', { apiKey: SECRET }, '/provider'],
    ['no key', 'openai', {}, '/apiKey'],
    ['an empty key', 'openai', { apiKey: '' }, '/apiKey'],
    ['a key that breaks the line', 'openai', { apiKey: 'a\r\nx: y' }, '/apiKey'],
    ['no address where one is needed', 'azure', { apiKey: SECRET }, '/baseUrl'],
    ['an address that is none', 'openai', { apiKey: SECRET, baseUrl: 'models' }, '/baseUrl'],
    ['a file for an address', 'openai', { apiKey: SECRET, baseUrl: 'file:///etc/passwd' }, '/baseUrl'],
    ['a password in the address', 'openai', { apiKey: SECRET, baseUrl: 'https://a:b@models.example' }, '/baseUrl'],
    ['an unknown key', 'openai', { apiKey: SECRET, region: 'eu' }, '/region'],
  ])('with %s are refused, and nothing is saved', async (_, provider, settings, path) => {
    await expect(save(provider, settings)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path }] },
    });
    expect(await fixture.call(operations.listModelProviders, fixture.organization)).toEqual({ items: [] });
  });

  test('are listed in the refusal of an unknown provider', async () => {
    await expect(save('unknown')).rejects.toThrow(
      /openai, anthropic, google, mistral, openrouter, azure, bedrock, ollama, custom/,
    );
    await expect(remove('unknown')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  test('are read by members, and written by owners and admins in person', async () => {
    await fixture.pool.query(`insert into users (id, email, name) values ('usr_bob', 'bob', 'bob')`);
    await fixture.pool.query(
      `insert into memberships (organization_id, user_id, role) values ($1, 'usr_bob', 'member')`,
      [fixture.organizationId],
    );
    const bob: Caller = { ...fixture.adaInPerson, userId: 'usr_bob', organizationRole: 'member' };
    await save('openai');
    for (const one of [save('openai', { apiKey: 'x' }, fixture.ada), remove('openai', fixture.ada)])
      await expect(one).rejects.toMatchObject({ code: 'FORBIDDEN', message: expect.stringContaining('API key') });
    await expect(save('openai', { apiKey: 'x' }, bob)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(remove('openai', bob)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await fixture.call(operations.listModelProviders, fixture.organization, {}, bob)).items).toHaveLength(1);
    const stranger = { ...fixture.adaInPerson, organizationId: 'org_other' };
    await expect(save('openai', { apiKey: 'x' }, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(fixture.call(operations.listModelProviders, fixture.organization, {}, stranger)).rejects.toMatchObject(
      {
        code: 'NOT_FOUND',
      },
    );
  });

  test('no key is stored in plain text, nor unseals in another row', async () => {
    await save('openai');
    await save('anthropic', { apiKey: 'another' });
    const { rows } = await fixture.pool.query(
      'select to_jsonb(p) as row, encode(sealed_key, $1) as bytes from model_providers p',
      ['escape'],
    );
    expect(JSON.stringify(rows)).not.toContain(SECRET);
    await fixture.pool.query(
      `update model_providers set sealed_key = (select sealed_key from model_providers where provider = 'openai') where provider = 'anthropic'`,
    );
    await expect(grant(['anthropic/claude-own'])).rejects.toMatchObject({ code: 'INTERNAL_ERROR' });
  });
});

describe('GrantModels', () => {
  test('hosted models need no access', async () => {
    const { grants, sealedAccess, refusal } = await grant([PRICED_MODEL, 'unknown/x'], {
      broughtKeys: { anthropic: BROUGHT, unknown: 'x' },
    });
    expect(grants).toMatchObject([
      { asked: PRICED_MODEL, id: PRICED_MODEL, source: 'hosted' },
      { asked: 'unknown/x', id: '', hostedModels: expect.arrayContaining([PRICED_MODEL]) },
    ]);
    expect([sealedAccess.length, refusal]).toEqual([0, undefined]);
  });

  test('only the needed access is returned, sealed for its launch', async () => {
    await save('openai', { apiKey: SECRET, baseUrl: 'https://proxy.example/v1' });
    await save('mistral', { apiKey: 'not-asked-for' });
    await save('ollama', { baseUrl: 'http://localhost:11434/v1' });
    const { grants, sealedAccess } = await grant(['gpt-own', 'claude-own', 'ollama/llama3'], {
      broughtKeys: { anthropic: BROUGHT, google: 'not-asked-for' },
    });
    expect(grants.map(({ id, source }) => [id, source])).toEqual([
      ['openai/gpt-own', 'organization'],
      ['anthropic/claude-own', 'brought'],
      ['ollama/llama3', 'organization'],
    ]);
    expect(opened(sealedAccess)).toEqual({
      providers: {
        openai: { apiKey: SECRET, baseUrl: 'https://proxy.example/v1' },
        anthropic: { apiKey: BROUGHT },
        ollama: { baseUrl: 'http://localhost:11434/v1' },
      },
    });
    expect(() => opened(sealedAccess, 'run:run_2')).toThrow();
    for (const key of [SECRET, BROUGHT]) expect(sealedAccess.toString('latin1')).not.toContain(key);
  });

  test("a brought key goes to the provider's own address unless it has none", async () => {
    await save('openai', { apiKey: SECRET, baseUrl: 'https://proxy.example/v1' });
    await save('azure', { apiKey: SECRET, baseUrl: 'https://us.azure.example' });
    const { sealedAccess } = await grant(['openai/gpt-own', 'azure/deployment'], {
      broughtKeys: { openai: BROUGHT, azure: BROUGHT },
    });
    expect(opened(sealedAccess)).toEqual({
      providers: { openai: { apiKey: BROUGHT }, azure: { apiKey: BROUGHT, baseUrl: 'https://us.azure.example' } },
    });
  });

  test('an empty brought key does not count', async () => {
    expect((await grant(['openai/gpt-own'], { broughtKeys: { openai: '' } })).grants).toMatchObject([{ id: '' }]);
  });

  test('a used-up budget that covers the launch comes with the grants', async () => {
    await fixture.budget({ tokens: 0 }, { scope: { kind: 'run', id: 'run_1' } });
    expect((await grant([PRICED_MODEL])).refusal).toBeUndefined();
    const { id } = await fixture.budget({ tokens: 100 }, { scope: { kind: 'suite', id: 'suite_1' }, period: 'day' });
    await fixture.reserve('c1', { runId: 'run_2' });
    // The budget is full, but of calls that may cost less in the end.
    expect((await grant([PRICED_MODEL])).refusal).toBeUndefined();
    await fixture.settle('c1', { inputTokens: 150 });
    const refused = await grant([PRICED_MODEL]);
    expect(refused.grants).toMatchObject([{ source: 'hosted' }]);
    expect(refused.refusal).toMatchObject({
      budgetId: id,
      scope: 'suite',
      underWay: false,
      message: expect.stringContaining('160 tokens are spent'),
    });
    expect((await grant(['scripted/rules'])).refusal).toBeUndefined();
    expect((await grant(['unknown/x'])).refusal).toBeUndefined();
    fixture.clock.at = new Date('2026-03-02T00:00:00Z');
    expect((await grant([PRICED_MODEL])).refusal).toBeUndefined();
  });
});

describe('access to GrantModels', () => {
  test('is for launches only, in the project of their principal', async () => {
    for (const caller of [
      RUNNER_CALLER,
      { ...fixture.ada, organizationId: 'org_other' },
      { ...fixture.ada, projectId: 'prj_other' },
    ]) {
      await expect(grant([PRICED_MODEL], {}, caller)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    expect((await grant([PRICED_MODEL], {}, fixture.ada)).grants).toMatchObject([{ id: PRICED_MODEL }]);
  });

  test('refuses a model without a price under a budget in money before any start', async () => {
    await fixture.budget({ tokens: 1_000 });
    expect((await grant([PRICED_MODEL, UNPRICED_MODEL])).refusal).toBeUndefined();
    const { id } = await fixture.budget({ usd: 1 });
    expect((await grant([PRICED_MODEL])).refusal).toBeUndefined();
    expect((await grant([PRICED_MODEL, UNPRICED_MODEL])).refusal).toMatchObject({
      budgetId: id,
      message: expect.stringContaining(`the price of the model "${UNPRICED_MODEL}" is unknown`),
    });
  });

  test("a brought key is unusable until the organization saves the provider's address", async () => {
    const ask = () => grant(['azure/deployment'], { broughtKeys: { azure: BROUGHT } });
    expect(await ask()).toMatchObject({
      grants: [{ id: '', fault: expect.stringContaining('azure, whose address the organization has to save') }],
      sealedAccess: Buffer.alloc(0),
    });
    await save('azure', { apiKey: SECRET, baseUrl: 'https://us.azure.example' });
    expect((await ask()).grants).toMatchObject([{ id: 'azure/deployment', source: 'brought' }]);
  });
});

test('hosted models are listed with their known prices', async () => {
  const { items } = await fixture.call(operations.listModels, {});
  expect(items.map(({ id, pricing }) => [id, pricing])).toEqual([
    [PRICED_MODEL, { inputUsdPerMillion: 1, outputUsdPerMillion: 2, cachedInputUsdPerMillion: 0.1 }],
    ['anthropic/claude-priced', { inputUsdPerMillion: 3, outputUsdPerMillion: 4 }],
    ['custom/unpriced', undefined],
    ['scripted/rules', { inputUsdPerMillion: 0, outputUsdPerMillion: 0 }],
  ]);
});

describe('the setting HOSTED_MODELS', () => {
  const env = {
    DATABASE_URL: 'postgres://x',
    BUS_DATABASE_URL: 'postgres://x',
    MESH_SECRET: 'a-mesh-secret-of-this-test',
    KEY_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
  };
  const idsOf = (settings: object) => loadConfig({ ...env, ...settings }).hostedModels.map(({ id }) => id);

  test('adds to the scripted model, which can be switched off', () => {
    const HOSTED_MODELS = JSON.stringify([{ id: 'openai/x' }]);
    expect([idsOf({}), idsOf({ HOSTED_MODELS }), idsOf({ HOSTED_MODELS, HOSTED_SCRIPTED_MODELS: 'off' })]).toEqual([
      ['scripted/rules'],
      ['openai/x', 'scripted/rules'],
      ['openai/x'],
    ]);
  });

  test('stops the start with its name and the place of every fault', () => {
    expect(() =>
      idsOf({ HOSTED_MODELS: JSON.stringify([{ id: 'x' }, { id: 'openai/x', inputUsdPerMillion: 1 }]) }),
    ).toThrow(
      expect.objectContaining({
        faults: [
          expect.stringMatching(/^HOSTED_MODELS\/0\/id /),
          expect.stringMatching(/^HOSTED_MODELS\/1\/outputUsdPerMillion /),
        ],
      }),
    );
    expect(() => idsOf({ HOSTED_MODELS: 'openai/x' })).toThrow('HOSTED_MODELS is not JSON');
  });
});

test('no log line of a failed request carries a key', async () => {
  let written = '';
  const log = createLog(
    'catalog',
    'trace',
    new Writable({
      write(piece, _, done) {
        written += String(piece);
        done();
      },
    }),
  );
  const loud = await startTestLedger({ log });
  const provider = { ...loud.organization, provider: 'openai' };
  await loud.call(operations.setModelProvider, provider, { apiKey: SECRET }, loud.adaInPerson);
  await loud.pool.query(`update model_providers set sealed_key = '\\x00'`);
  await expect(
    loud.mesh.call(
      DirectoryService.grantModels,
      {
        ...loud.account,
        models: ['openai/own', 'anthropic/own'],
        broughtKeys: { anthropic: BROUGHT },
        sealedFor: 'run:r',
      },
      { caller: RUNS },
    ),
  ).rejects.toMatchObject({ code: 'INTERNAL_ERROR', message: 'Internal error.' });
  await expect(
    loud.call(operations.setModelProvider, provider, { apiKey: SECRET, region: SECRET }, loud.adaInPerson),
  ).rejects.toMatchObject({ message: expect.not.stringContaining(SECRET) });
  await loud.stop();
  expect(written).toContain('GrantModels');
  expect(written).not.toMatch(new RegExp(`${SECRET}|${BROUGHT}`));
});
