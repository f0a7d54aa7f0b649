import type { ClientConfig } from '@assay/contract/areas/clients/config';
import type { CatalogClient, ClientTemplateId } from '@assay/contract/areas/clients/documents';
import { clientConfigOf } from './client-config.ts';

interface ClientTemplate {
  label: string;
  /** How the settings are known. */
  provenance: CatalogClient['provenance'];
  rendersMcpApps: boolean;
  settings: Partial<ClientConfig> & Pick<ClientConfig, 'modelId'>;
}

/** Rises with each change of the templates; `PUBLISHED_AT` is the time of that change, in milliseconds. */
export const CATALOG_VERSION = 1;
export const PUBLISHED_AT = Date.UTC(2026, 10, 23);

const HAIKU = 'anthropic/claude-haiku-4.5';
const SONNET = 'anthropic/claude-sonnet-4.5';
const NANO = 'openai/gpt-5-nano';

/** The built-in templates: the settings in which each product differs from the defaults. */
export const templates: Readonly<Record<ClientTemplateId, ClientTemplate>> = {
  assay: { label: 'Assay', provenance: 'observed', rendersMcpApps: false, settings: { modelId: HAIKU } },
  claude: {
    label: 'Claude',
    provenance: 'assumed',
    rendersMcpApps: true,
    settings: { modelId: HAIKU, temperature: 1 },
  },
  'claude-code': {
    label: 'Claude Code',
    provenance: 'assumed',
    rendersMcpApps: false,
    settings: { modelId: HAIKU, temperature: 1, harness: 'claude-code' },
  },
  chatgpt: { label: 'ChatGPT', provenance: 'assumed', rendersMcpApps: true, settings: { modelId: NANO } },
  mistral: {
    label: 'Mistral Le Chat',
    provenance: 'assumed',
    rendersMcpApps: false,
    settings: { modelId: 'mistralai/mistral-large-2512' },
  },
  cursor: {
    label: 'Cursor',
    provenance: 'assumed',
    rendersMcpApps: false,
    settings: { modelId: SONNET, respectToolVisibility: false },
  },
  codex: {
    label: 'Codex',
    provenance: 'assumed',
    rendersMcpApps: false,
    settings: { modelId: NANO, harness: 'codex' },
  },
  copilot: {
    label: 'Copilot',
    provenance: 'assumed',
    rendersMcpApps: false,
    settings: { modelId: 'openai/gpt-5.3-chat' },
  },
  vscode: {
    label: 'Visual Studio Code',
    provenance: 'assumed',
    rendersMcpApps: true,
    settings: { modelId: SONNET, respectToolVisibility: false },
  },
  agentcore: { label: 'AgentCore', provenance: 'assumed', rendersMcpApps: false, settings: { modelId: HAIKU } },
  n8n: { label: 'n8n', provenance: 'assumed', rendersMcpApps: false, settings: { modelId: NANO } },
  perplexity: { label: 'Perplexity', provenance: 'assumed', rendersMcpApps: false, settings: { modelId: NANO } },
};

/** The settings of a client that is created from a template; widgets are told the `theme`. */
export const templateConfig = (id: ClientTemplateId, theme?: 'light' | 'dark'): ClientConfig =>
  clientConfigOf({
    respectToolVisibility: true,
    hostStyle: id,
    ...(theme && { hostContext: { theme } }),
    ...templates[id].settings,
  });
