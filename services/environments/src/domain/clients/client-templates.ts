import type { ClientConfig, McpProfile } from '@assay/contract/areas/clients/config';
import type { CatalogClient, ClientTemplateId } from '@assay/contract/areas/clients/documents';
import { clientConfigOf } from './client-config.ts';

interface ClientTemplate {
  label: string;
  /** How the settings are known. */
  provenance: CatalogClient['provenance'];
  settings: Partial<ClientConfig> & Pick<ClientConfig, 'modelId'>;
}

/** Rises with each change of the templates; `PUBLISHED_AT` is the time of that change, in milliseconds. */
export const CATALOG_VERSION = 1;
export const PUBLISHED_AT = Date.UTC(2026, 10, 23);

/** The profile of a product that names itself so in the handshake. */
const named = (name: string, more: Partial<McpProfile> = {}): Pick<ClientConfig, 'mcpProfile'> => ({
  mcpProfile: { profileVersion: 1, initialize: { clientInfo: { name, version: '1.0.0' } }, ...more },
});
/** The profile of a product that renders MCP Apps (SEP-1865). */
const apps: Partial<McpProfile> = { apps: { mimeTypes: ['text/html;profile=mcp-app'] } };

const HAIKU = 'anthropic/claude-haiku-4.5';
const SONNET = 'anthropic/claude-sonnet-4.5';
const NANO = 'openai/gpt-5-nano';

/** The built-in templates: the settings in which each product differs from the defaults. */
export const templates: Readonly<Record<ClientTemplateId, ClientTemplate>> = {
  assay: { label: 'Assay', provenance: 'observed', settings: { modelId: HAIKU } },
  claude: {
    label: 'Claude',
    provenance: 'assumed',
    settings: { modelId: HAIKU, temperature: 1, ...named('claude-ai', apps) },
  },
  'claude-code': {
    label: 'Claude Code',
    provenance: 'assumed',
    settings: { modelId: HAIKU, temperature: 1, harness: 'claude-code', ...named('claude-code') },
  },
  chatgpt: {
    label: 'ChatGPT',
    provenance: 'assumed',
    settings: { modelId: NANO, ...named('ChatGPT', apps) },
  },
  mistral: {
    label: 'Mistral Le Chat',
    provenance: 'assumed',
    settings: { modelId: 'mistralai/mistral-large-2512', ...named('Mistral') },
  },
  cursor: {
    label: 'Cursor',
    provenance: 'assumed',
    settings: { modelId: SONNET, respectToolVisibility: false, ...named('cursor-vscode') },
  },
  codex: {
    label: 'Codex',
    provenance: 'assumed',
    settings: { modelId: NANO, harness: 'codex', ...named('codex-mcp-client') },
  },
  copilot: {
    label: 'Copilot',
    provenance: 'assumed',
    settings: { modelId: 'openai/gpt-5.3-chat', ...named('github-copilot-developer') },
  },
  vscode: {
    label: 'Visual Studio Code',
    provenance: 'assumed',
    settings: { modelId: SONNET, respectToolVisibility: false, ...named('Visual Studio Code', apps) },
  },
  agentcore: { label: 'AgentCore', provenance: 'assumed', settings: { modelId: HAIKU } },
  n8n: {
    label: 'n8n',
    provenance: 'assumed',
    settings: { modelId: NANO, ...named('@n8n/n8n-nodes-langchain.mcpClientTool') },
  },
  perplexity: { label: 'Perplexity', provenance: 'assumed', settings: { modelId: NANO } },
};

/** The settings of a client that is created from a template; widgets are told the `theme`. */
export const templateConfig = (id: ClientTemplateId, theme?: 'light' | 'dark'): ClientConfig =>
  clientConfigOf({
    respectToolVisibility: true,
    hostStyle: id,
    ...(theme && { hostContext: { theme } }),
    ...templates[id].settings,
  });
