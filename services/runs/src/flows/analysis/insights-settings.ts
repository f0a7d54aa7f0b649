import { withoutTrailing } from '@assay/kit/text/trailing';
import { INSIGHTS_MODEL } from '@assay/findings/explaining/settings';
import type { EnvReader } from '@assay/kit/env';
import { isHttpUrl, parsedSetting, switchSetting, urlFault } from '@assay/kit/settings/setting';

/** The collector for traces of finished runs; `content` also sends conversations. */
export interface TracesSink {
  url: string;
  headers: Record<string, string>;
  content: boolean;
}

/** The operator's settings for insights and trace export. */
export interface InsightsSettings {
  /** The model that explains findings when the suite names none, `provider/name`. */
  insightsModel: string | undefined;
  traces: TracesSink | undefined;
}

export const RUN_TRACES_OTLP_ENDPOINT = parsedSetting(
  {
    name: 'RUN_TRACES_OTLP_ENDPOINT',
    fault: urlFault(),
    explanation: [
      'An OpenTelemetry collector (OTLP over HTTP) that gets the traces of every finished run.',
      'If it is away, the push is retried for a day, from the first page that it has not accepted; refused pages are dropped.',
    ],
  },
  tracesUrl,
);

export const RUN_TRACES_OTLP_HEADERS = parsedSetting(
  {
    name: 'RUN_TRACES_OTLP_HEADERS',
    isSecret: true,
    fault: 'must be name=value, with commas in between',
    explanation: ['Headers for the collector, `name=value` separated by commas.'],
  },
  headersIn,
);

export const RUN_TRACES_CONTENT = switchSetting({
  name: 'RUN_TRACES_CONTENT',
  default: false,
  explanation: ['Also sends contents to the collector: prompts, arguments and results.'],
});

export function readInsightsSettings({ optional, read }: EnvReader): InsightsSettings {
  const url = optional(RUN_TRACES_OTLP_ENDPOINT);
  const [headers, content] = [optional(RUN_TRACES_OTLP_HEADERS) ?? {}, read(RUN_TRACES_CONTENT)];
  return {
    insightsModel: optional(INSIGHTS_MODEL),
    traces: url === undefined ? undefined : { url, headers, content },
  };
}

/** A collector is named by its base address, or by its address for traces. */
function tracesUrl(endpoint: string): string | undefined {
  if (!isHttpUrl(endpoint)) return undefined;
  const base = withoutTrailing(endpoint, '/');
  return base.endsWith('/v1/traces') ? base : `${base}/v1/traces`;
}

/** Parses `name=value` pairs with commas between them, as in OpenTelemetry's own settings. */
function headersIn(text: string): Record<string, string> | undefined {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  if (pairs.some((pair) => pair.indexOf('=') < 1)) return undefined;
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())];
    }),
  );
}
