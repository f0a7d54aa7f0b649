import { loadConfig, loadOperatedConfig } from './config.ts';

const env = {
  MESH_SECRET: 'a-mesh-secret-of-this-test',
  KEY_ENCRYPTION_KEY: '00'.repeat(32),
  RUNS_ADDRESS: 'r:1',
  CATALOG_ADDRESS: 'c:1',
  BROWSER_EXECUTABLE: 'none',
};

test('a runner starts with settings of the previous version, without drafting or models', () => {
  expect(loadConfig(env)).toMatchObject({
    slots: { long: 8, interactive: 8, browser: 4, background: 2 },
    platform: { addresses: { suites: undefined, diagnostics: undefined } },
    authoringModel: 'scripted/rules',
    endpoints: {},
  });
});

describe('a browser', () => {
  test('that the operator names gives the runner a label and limits', () => {
    const chromium = { ...env, BROWSER_EXECUTABLE: process.execPath };
    expect(
      loadConfig({ ...chromium, RUNNER_BROWSER_CONTEXTS: '3', RUNNER_BROWSER_MAX_MEMORY_MB: '512' }),
    ).toMatchObject({
      labels: ['browser'],
      browser: { executable: process.execPath, contexts: 3, memoryBytes: 512 * 1024 * 1024 },
    });
    expect(loadConfig(env)).toMatchObject({ labels: [], browser: undefined });
  });

  test('that cannot be started is named before any work comes', () => {
    expect(() => loadConfig({ ...env, BROWSER_EXECUTABLE: '/no/such/chromium' })).toThrow(
      /BROWSER_EXECUTABLE names no program that can be started: \/no\/such\/chromium/,
    );
  });

  test('gets none of the secrets of the runner', () => {
    const { browser } = loadConfig({ ...env, BROWSER_EXECUTABLE: process.execPath, PATH: '/bin' });
    expect(Object.keys(browser!.environment)).toEqual(['PATH', 'HOME', 'TMPDIR', 'LANG']);
  });

  test('of a machine is used by a runner outside of the mesh only if its operator names it', () => {
    const outside = { ...env, RUNNER_TOKEN: 'rt', PLATFORM_ADDRESS: 'p:1', BROWSER_EXECUTABLE: '' };
    expect(loadConfig(outside).browser).toBeUndefined();
    expect(loadConfig({ ...outside, BROWSER_EXECUTABLE: process.execPath }).labels).toEqual(['browser']);
  });
});

describe('commands', () => {
  test('are not started unless the operator allows some', () => {
    expect(loadConfig(env)).toMatchObject({ labels: [], stdio: { allowedCommands: [] } });
    expect(
      loadConfig({ ...env, RUNNER_ALLOWED_COMMANDS: 'npx, /usr/bin/printer', RUNNER_LABELS: 'lab' }),
    ).toMatchObject({ labels: ['lab', 'stdio'], stdio: { allowedCommands: ['npx', '/usr/bin/printer'] } });
  });

  test('see only the variables that every program needs or that the operator names', () => {
    const given = { ...env, PATH: '/bin', HOME: '/home/runner', OPENAI_API_KEY: 'k', LD_PRELOAD: 'x' };
    expect(loadConfig(given).stdio.env).toEqual({ PATH: '/bin', HOME: '/home/runner' });
    expect(loadConfig({ ...given, RUNNER_STDIO_ENV: 'PATH,LC_ALL,LD_PRELOAD' }).stdio.env).toEqual({
      PATH: '/bin',
      LD_PRELOAD: 'x',
    });
  });

  test('get the saved variables that the operator names, or all', () => {
    expect(loadConfig(env).stdio.allowedVariables).toBeUndefined();
    expect(loadConfig({ ...env, RUNNER_ALLOWED_VARIABLES: 'CRM_*, TOKEN' }).stdio.allowedVariables).toEqual([
      'CRM_*',
      'TOKEN',
    ]);
  });

  test('have limits, which the operator may set', () => {
    expect(loadConfig(env).stdio).toMatchObject({
      dir: undefined,
      maxMemoryMb: 2_048,
      maxSeconds: 3_600,
      maxMessageBytes: 60 * 1_024 * 1_024,
    });
    expect(
      loadConfig({ ...env, RUNNER_STDIO_DIR: '/', RUNNER_STDIO_MAX_MEMORY_MB: '64', RUNNER_STDIO_MAX_SECONDS: '5' })
        .stdio,
    ).toMatchObject({ dir: '/', maxMemoryMb: 64, maxSeconds: 5 });
  });

  test.each([
    ['RUNNER_STDIO_DIR', '/no/such/folder'],
    ['RUNNER_STDIO_DIR', import.meta.filename],
    ['RUNNER_STDIO_MAX_MEMORY_MB', '0'],
    ['RUNNER_STDIO_MAX_MEMORY_MB', '-1'],
    ['RUNNER_STDIO_MAX_SECONDS', '0'],
    ['RUNNER_STDIO_MAX_SECONDS', '604801'],
    ['RUNNER_STDIO_MAX_SECONDS', '999999999'],
  ])('do not start with %s=%s', (name, value) => expect(() => loadConfig({ ...env, [name]: value })).toThrow(name));
});

describe('a runner with a token', () => {
  const outside = { RUNNER_TOKEN: `rt_${'t'.repeat(43)}`, PLATFORM_ADDRESS: 'https://assay.example' };

  test('needs a platform address, and no secret of the mesh', () => {
    expect(loadConfig({ ...outside, RUNNER_LABELS: 'lab, eu' })).toMatchObject({
      labels: ['lab', 'eu'],
      platform: { token: outside.RUNNER_TOKEN, address: { address: 'assay.example:443', tls: true } },
    });
    expect(loadConfig({ ...outside, ...env }).platform).not.toHaveProperty('keyEncryptionKey');
  });

  test('may start commands, which a runner in the mesh may not because of its secrets', () => {
    const commands = { RUNNER_ALLOWED_COMMANDS: 'npx' };
    expect(loadOperatedConfig({ ...outside, ...commands })).toMatchObject({ labels: ['stdio'] });
    expect(() => loadOperatedConfig({ ...env, ...commands })).toThrow(
      'RUNNER_ALLOWED_COMMANDS is for a runner outside of the mesh',
    );
    expect(loadOperatedConfig(env)).toEqual(loadConfig(env));
  });

  test.each<[string, Record<string, string>, string]>([
    [
      'its token in a file',
      { RUNNER_TOKEN_FILE: import.meta.filename },
      'RUNNER_TOKEN_FILE is a file that commands could read',
    ],
    [
      'a key of a provider in a file',
      { OPENAI_API_KEY_FILE: import.meta.filename },
      'set OPENAI_API_KEY, or name a pipe',
    ],
    ['its token among their variables', { RUNNER_STDIO_ENV: 'PATH, RUNNER_TOKEN' }, 'must not hand RUNNER_TOKEN to'],
  ])('may not start commands with %s', (_, settings, fault) => {
    expect(() =>
      loadOperatedConfig({ ...outside, RUNNER_ALLOWED_COMMANDS: 'npx', RUNNER_TOKEN: 'rt', ...settings }),
    ).toThrow(fault);
    expect(() => loadOperatedConfig({ ...outside, ...settings })).not.toThrow('commands');
  });

  test('may hold credentials itself', () => {
    const entry = { origin: 'https://crm.example', headers: { a: 'b' } };
    expect(
      loadConfig({ ...outside, RUNNER_CREDENTIALS: JSON.stringify({ 'prj_1/crm': entry }) }).platform,
    ).toMatchObject({ own: new Map([['prj_1/crm', entry]]) });
  });

  test.each([
    ['PLATFORM_ADDRESS', ''],
    ['PLATFORM_ADDRESS', 'ftp://assay.example'],
    ['RUNNER_CREDENTIALS', '{"prj_1/crm": "s3cret"}'],
    ['RUNNER_CREDENTIALS', '{"crm": {"headers": {"a": "s3cret"}}}'],
    ['RUNNER_CREDENTIALS_FILE', '/no/such/file'],
  ])('with %s=%s does not start, and names the setting but not its value', (name, value) => {
    expect(() => loadConfig({ ...outside, [name]: value })).toThrow(name);
    expect(() => loadConfig({ ...outside, [name]: value })).not.toThrow('s3cret');
  });
});

test.each([
  ['a key of OpenAI', { OPENAI_API_KEY: 'k' }, { openai: { apiKey: 'k', baseUrl: 'https://api.openai.com/v1' } }],
  [
    'another address for it',
    { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://proxy/v1' },
    { openai: { apiKey: 'k', baseUrl: 'http://proxy/v1' } },
  ],
  [
    'a key of Anthropic',
    { ANTHROPIC_API_KEY: 'k' },
    { anthropic: { apiKey: 'k', baseUrl: 'https://api.anthropic.com/v1' } },
  ],
  [
    'the address of Ollama',
    { OLLAMA_BASE_URL: 'http://ollama:11434/v1' },
    { ollama: { baseUrl: 'http://ollama:11434/v1' } },
  ],
  ["an endpoint of one's own", { MODEL_BASE_URL: 'http://vllm/v1' }, { custom: { baseUrl: 'http://vllm/v1' } }],
  [
    'with a key',
    { MODEL_BASE_URL: 'http://vllm/v1', MODEL_API_KEY: 'k' },
    { custom: { baseUrl: 'http://vllm/v1', apiKey: 'k' } },
  ],
  [
    'a key of Google',
    { GOOGLE_API_KEY: 'k' },
    { google: { apiKey: 'k', baseUrl: 'https://generativelanguage.googleapis.com/v1beta' } },
  ],
  ['a key of Mistral', { MISTRAL_API_KEY: 'k' }, { mistral: { apiKey: 'k', baseUrl: 'https://api.mistral.ai/v1' } }],
  [
    'a key of OpenRouter',
    { OPENROUTER_API_KEY: 'k' },
    { openrouter: { apiKey: 'k', baseUrl: 'https://openrouter.ai/api/v1' } },
  ],
  [
    'a key and an address of Azure',
    { AZURE_OPENAI_API_KEY: 'k', AZURE_OPENAI_BASE_URL: 'https://x.openai.azure.com/openai' },
    { azure: { apiKey: 'k', baseUrl: 'https://x.openai.azure.com/openai' } },
  ],
  [
    'a key of Bedrock',
    { BEDROCK_API_KEY: 'k', BEDROCK_BASE_URL: 'https://bedrock-runtime.eu-central-1.amazonaws.com' },
    { bedrock: { apiKey: 'k', baseUrl: 'https://bedrock-runtime.eu-central-1.amazonaws.com' } },
  ],
  ['an address without the key that the provider wants', { ANTHROPIC_BASE_URL: 'http://proxy/v1' }, {}],
])('%s sets up a provider', (_, more, endpoints) =>
  expect(loadConfig({ ...env, ...more }).endpoints).toEqual(endpoints),
);

test.each([
  ['AZURE_OPENAI_BASE_URL is missing', { AZURE_OPENAI_API_KEY: 'k' }],
  ...['OPENAI_BASE_URL', 'OLLAMA_BASE_URL', 'MODEL_BASE_URL', 'AZURE_OPENAI_BASE_URL'].flatMap((name) =>
    ['foo', 'http://me:hidden@proxy/v1', 'http://proxy/v1?key=hidden'].map((address): [string, object] => [
      `${name} must be an http or https URL without credentials, query and fragment`,
      { [name]: address },
    ]),
  ),
  [
    'RUNNER_SLOTS, RUNNER_INTERACTIVE_SLOTS, RUNNER_BROWSER_SLOTS or RUNNER_BACKGROUND_SLOTS must be at least 1',
    { RUNNER_SLOTS: '0', RUNNER_INTERACTIVE_SLOTS: '0', RUNNER_BROWSER_SLOTS: '0', RUNNER_BACKGROUND_SLOTS: '0' },
  ],
  ['RUNNER_BROWSER_CONTEXTS must be a whole number, at least 1', { RUNNER_BROWSER_CONTEXTS: '0' }],
  ['RUNNER_BROWSER_MAX_MEMORY_MB must be a whole number, at least 16', { RUNNER_BROWSER_MAX_MEMORY_MB: '0' }],
  ['AUTHORING_MODEL must be a model as provider/name, such as openai/gpt-5', { AUTHORING_MODEL: 'foo' }],
])('a runner does not start when %s: %j', (fault, more) =>
  expect(() => loadConfig({ ...env, ...more })).toThrow(expect.objectContaining({ faults: [fault] })),
);
