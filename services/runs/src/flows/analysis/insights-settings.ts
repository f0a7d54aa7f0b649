import { withoutTrailing } from '@assay/kit/text/trailing';
import { ConfigError, type EnvReader } from '@assay/kit/env';

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

export function readInsightsSettings(reader: EnvReader): InsightsSettings {
  const endpoint = reader.optional('RUN_TRACES_OTLP_ENDPOINT');
  const headers = reader.optionalSecret('RUN_TRACES_OTLP_HEADERS');
  const content = reader.flag('RUN_TRACES_CONTENT', false);
  return {
    insightsModel: reader.optional('INSIGHTS_MODEL'),
    traces:
      endpoint === undefined ? undefined : { url: tracesUrl(endpoint), headers: headersIn(headers ?? ''), content },
  };
}

/** A collector is named by its base address, or by its address for traces. */
function tracesUrl(endpoint: string): string {
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    throw new ConfigError(['RUN_TRACES_OTLP_ENDPOINT is not an http or https URL']);
  const base = withoutTrailing(endpoint, '/');
  return base.endsWith('/v1/traces') ? base : `${base}/v1/traces`;
}

/** Parses `name=value` pairs with commas between them, as in OpenTelemetry's own settings. */
function headersIn(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split(',')
      .filter((pair) => pair.trim() !== '')
      .map((pair) => {
        const at = pair.indexOf('=');
        if (at < 1)
          throw new ConfigError(['RUN_TRACES_OTLP_HEADERS is malformed: it takes name=value, with commas in between']);
        return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())];
      }),
  );
}
