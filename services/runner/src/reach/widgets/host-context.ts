import { given } from '@assay/contract/given';
import type { McpUiHostCapabilities, McpUiHostContext } from '@modelcontextprotocol/ext-apps/app-bridge';
import type { ClientConfig } from '@assay/contract/areas/clients/config';
import { hostStyleOf, type HostStyle } from './host-styles.ts';

/** The settings of a client about widgets. */
type WidgetClient = Partial<Pick<ClientConfig, 'hostStyle' | 'hostContext' | 'hostCapabilitiesOverride'>>;

/** The host of one widget. */
export interface WidgetHost {
  style: HostStyle;
  capabilities: McpUiHostCapabilities;
  context: McpUiHostContext;
  viewport: { width: number; height: number };
}

export interface HostWishes {
  client?: WidgetClient | undefined;
  theme?: 'light' | 'dark' | undefined;
  locale?: string | undefined;
  viewport?: { width: number; height: number } | undefined;
}

const VIEWPORT = { width: 800, height: 600 };

/**
 * The host for the settings of a client; the wishes of a request are over them.
 * A capability of `hostCapabilitiesOverride` is taken away by `false` or `null`, and given by everything else.
 */
export function widgetHostOf({ client = {}, theme, locale, viewport = VIEWPORT }: HostWishes): WidgetHost {
  const style = hostStyleOf(client.hostStyle);
  return {
    style,
    capabilities: capabilitiesOf(style, client.hostCapabilitiesOverride),
    context: {
      theme: 'light',
      locale: 'en-US',
      timeZone: 'UTC',
      userAgent: style.name,
      platform: style.platform,
      deviceCapabilities: { touch: false, hover: true },
      displayMode: style.displayModes[0]!,
      availableDisplayModes: [...style.displayModes],
      containerDimensions: { width: viewport.width, maxHeight: MAX_FRAME_HEIGHT },
      styles: { variables: style.variables as never },
      ...client.hostContext,
      ...given({ theme }),
      ...(locale && { locale }),
    },
    viewport,
  };
}

/** A widget may grow to this height, in CSS pixels. */
export const MAX_FRAME_HEIGHT = 10_000;

/** The settings of a browser for the context of a host; values that no browser has are left out. */
export const pageSettingsOf = ({ locale, theme }: McpUiHostContext) => ({
  ...(isLocale(locale) && { locale }),
  ...((theme === 'light' || theme === 'dark') && { colorScheme: theme }),
});

function isLocale(locale: unknown): locale is string {
  try {
    return typeof locale === 'string' && Intl.getCanonicalLocales(locale).length === 1;
  } catch {
    return false;
  }
}

function capabilitiesOf(
  { capabilities }: HostStyle,
  override: Record<string, unknown> | undefined,
): McpUiHostCapabilities {
  const result: Record<string, unknown> = { ...capabilities };
  for (const [key, value] of Object.entries(override ?? {})) {
    if (value === false || value === null) delete result[key];
    else result[key] = value === true ? {} : value;
  }
  return result;
}
