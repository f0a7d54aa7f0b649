import type {
  McpUiDisplayMode,
  McpUiHostCapabilities,
  McpUiStyleVariableKey,
} from '@modelcontextprotocol/ext-apps/app-bridge';

export type WidgetBridge = 'mcp-apps' | 'apps-sdk';

/** A host as widgets know it: its names, and the things that it offers. */
export interface HostStyle {
  /** The name in the handshake. */
  name: string;
  /** The kinds of widgets that it shows; none for a host that shows the text of results only. */
  bridges: readonly WidgetBridge[];
  /** Where a widget may be shown, the first one at the beginning. */
  displayModes: readonly McpUiDisplayMode[];
  platform: 'web' | 'desktop';
  capabilities: McpUiHostCapabilities;
  variables: Partial<Record<McpUiStyleVariableKey, string>>;
}

const base: HostStyle['variables'] = {
  '--color-background-primary': 'light-dark(#ffffff, #1b1b1f)',
  '--color-background-secondary': 'light-dark(#f5f5f7, #26262b)',
  '--color-background-tertiary': 'light-dark(#ebebef, #313137)',
  '--color-background-inverse': 'light-dark(#1b1b1f, #ffffff)',
  '--color-background-info': 'light-dark(#e6f0fb, #10304f)',
  '--color-background-danger': 'light-dark(#fdeaea, #4a1818)',
  '--color-background-success': 'light-dark(#e7f6ec, #12391f)',
  '--color-background-warning': 'light-dark(#fdf3df, #46340c)',
  '--color-text-primary': 'light-dark(#1b1b1f, #f5f5f7)',
  '--color-text-secondary': 'light-dark(#5c5c66, #b4b4be)',
  '--color-text-tertiary': 'light-dark(#85858f, #8d8d97)',
  '--color-text-inverse': 'light-dark(#ffffff, #1b1b1f)',
  '--color-text-info': 'light-dark(#0b5cad, #86bdf3)',
  '--color-text-danger': 'light-dark(#b3261e, #f2a6a1)',
  '--color-text-success': 'light-dark(#1a6b37, #86d3a2)',
  '--color-text-warning': 'light-dark(#8a5a00, #eac57a)',
  '--color-border-primary': 'light-dark(#d6d6dd, #44444c)',
  '--color-border-secondary': 'light-dark(#e6e6eb, #37373e)',
  '--color-ring-primary': 'light-dark(#0b5cad, #86bdf3)',
  '--font-sans': 'system-ui, sans-serif',
  '--font-mono': 'ui-monospace, monospace',
  '--font-weight-normal': '400',
  '--font-weight-medium': '500',
  '--font-weight-semibold': '600',
  '--font-weight-bold': '700',
  '--font-text-sm-size': '0.875rem',
  '--font-text-md-size': '1rem',
  '--font-text-lg-size': '1.125rem',
  '--border-radius-sm': '4px',
  '--border-radius-md': '8px',
  '--border-radius-lg': '12px',
  '--border-width-regular': '1px',
};

const full: McpUiHostCapabilities = {
  openLinks: {},
  serverTools: {},
  serverResources: {},
  logging: {},
  message: { text: {} },
  updateModelContext: { text: {}, structuredContent: {} },
};

const noWidgets = (name: string): HostStyle => ({
  name,
  bridges: [],
  displayModes: ['inline'],
  platform: 'web',
  capabilities: {},
  variables: {},
});

/** By the names of the client templates. */
const styles: Record<string, HostStyle> = {
  assay: {
    name: 'assay',
    bridges: ['mcp-apps', 'apps-sdk'],
    displayModes: ['inline', 'fullscreen'],
    platform: 'web',
    capabilities: full,
    variables: base,
  },
  claude: {
    name: 'claude-ai',
    bridges: ['mcp-apps'],
    displayModes: ['inline', 'fullscreen'],
    platform: 'web',
    capabilities: full,
    variables: {
      ...base,
      '--color-background-primary': 'light-dark(#ffffff, #30302e)',
      '--color-background-secondary': 'light-dark(#f5f4ed, #262624)',
      '--color-text-primary': 'light-dark(#141413, #faf9f5)',
      '--font-sans': '"Anthropic Sans", system-ui, sans-serif',
    },
  },
  chatgpt: {
    name: 'ChatGPT',
    bridges: ['mcp-apps', 'apps-sdk'],
    displayModes: ['inline', 'fullscreen', 'pip'],
    platform: 'web',
    capabilities: full,
    variables: {
      ...base,
      '--color-background-primary': 'light-dark(#ffffff, #212121)',
      '--color-text-primary': 'light-dark(#0d0d0d, #ffffff)',
      '--font-sans': 'ui-sans-serif, -apple-system, system-ui, sans-serif',
    },
  },
  vscode: {
    name: 'Visual Studio Code',
    bridges: ['mcp-apps'],
    displayModes: ['inline'],
    platform: 'desktop',
    capabilities: full,
    variables: {
      ...base,
      '--color-background-primary': 'light-dark(#ffffff, #1f1f1f)',
      '--color-text-primary': 'light-dark(#3b3b3b, #cccccc)',
      '--font-sans': '"Segoe WPC", "Segoe UI", system-ui, sans-serif',
    },
  },
  'claude-code': noWidgets('claude-code'),
  mistral: noWidgets('Mistral'),
  cursor: noWidgets('cursor-vscode'),
  codex: noWidgets('codex-mcp-client'),
  copilot: noWidgets('github-copilot-developer'),
  agentcore: noWidgets('agentcore'),
  n8n: noWidgets('n8n'),
  perplexity: noWidgets('perplexity'),
};

/** The style of that name; the platform's own for names that it does not know. */
export const hostStyleOf = (name: string | undefined): HostStyle =>
  (name !== undefined && Object.hasOwn(styles, name) ? styles[name] : undefined) ?? styles['assay']!;
