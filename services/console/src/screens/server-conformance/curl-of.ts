import { exchangesOf, type Scenario } from './scenario-rows.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The last request of a scenario as a curl command; undefined without one over HTTP. */
export function curlOf(url: string | undefined, { checks }: Scenario): string | undefined {
  const last = checks.flatMap(exchangesOf).at(-1);
  if (url === undefined || !last) return undefined;
  const {
    method = 'POST',
    headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body,
  } = last.sent;
  return [
    `curl -i -X ${method} ${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === '' ? [] : [`--data-raw ${quoted(body)}`]),
  ].join(' \\\n  ');
}
