import { entryOf } from '../../data/operations.ts';
import { useLastRequest } from '../../data/client.ts';
import { basePath } from '../../lib/base-path.ts';
import { copyText } from '../../lib/copy-text.ts';
import { shortId } from '../../lib/format/ids.ts';
import { writeDuration } from '../../lib/format/times.ts';
import { keyCap, useKeyBindings, useKeys } from '../../lib/keys.ts';
import { writeSearch } from '../../lib/search.ts';
import { Button } from '../button/button.tsx';
import { useShownFacts, type PageRequest } from '../page/page-facts.ts';

/** The path of a request; `shown` shortens the ids and leaves the project out. */
function pathOf({ operation, params = {}, query = {} }: PageRequest, shown: boolean): string {
  const path = entryOf(operation).path.replace(/\{(\w+)\}/g, (parameter, name: string) => {
    const value = params[name];
    if (value === undefined || (shown && name === 'projectId')) return parameter;
    return shown ? shortId(value) : encodeURIComponent(value);
  });
  return `${shown ? endOf(path.replace(/^\/api\/v1/, '')) : path}${writeSearch(query)}`;
}

/** A longer path has its end in the line, from the collection of its last id on. */
const MAX_PATH = 50;
function endOf(path: string): string {
  if (path.length <= MAX_PATH) return path;
  const parts = path.split('/');
  const last = parts.findLastIndex((part) => part.includes('…'));
  return last < 2 ? path : `…/${parts.slice(last - 1).join('/')}`;
}

/** The request as a command for a terminal; the key stays a variable. */
export function curlOf(request: PageRequest): string {
  const { method } = entryOf(request.operation);
  const body = request.body === undefined ? '' : JSON.stringify(request.body).replaceAll("'", "'\\''");
  return [
    'curl',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    '-H "Authorization: Bearer $ASSAY_API_KEY"',
    ...(body === '' ? [] : [`-H 'Content-Type: application/json' --data '${body}'`]),
    `'${location.origin}${basePath}${pathOf(request, false)}'`,
  ].join(' ');
}

/** More keys of one thing, such as of tabs, are only in the list of all keys. */
const MAX_KEYS = 4;
/** Seven things leave room for the request of the page. */
const MAX_HINTS = 7;

/** The keys of this moment and the request of the page, at the bottom of every screen. */
export function KeyLine({ onAllKeys }: { onAllKeys: () => void }) {
  // Two lists of a page have the same keys: the later one has them, and they are told once.
  const named = useKeyBindings().filter(({ label }) => label !== undefined);
  const once = [...new Map(named.map((one) => [`${one.keys.join()} ${one.label}`, one])).values()];
  const bindings = once
    .toSorted((one, other) => Number(other.leads ?? false) - Number(one.leads ?? false))
    .slice(0, MAX_HINTS);
  const { request } = useShownFacts();
  const last = useLastRequest(request?.operation);
  const copy = (): void => {
    if (request) copyText(curlOf(request), 'The request as curl');
  };
  // A request that is not a GET is not repeated by an address: such pages show what was answered.
  const isRaw = request !== undefined && entryOf(request.operation).method === 'GET';
  const openRaw = (): void => {
    if (isRaw) window.open(`${basePath}${pathOf(request, false)}`, '_blank', 'noopener');
  };
  useKeys([
    { keys: ['c'], run: copy },
    { keys: ['r'], run: openRaw },
    { keys: ['?'], run: onAllKeys },
  ]);
  return (
    <>
      {bindings.map(({ keys, label }) => (
        <span className="key-hint" key={`${keys.join()} ${label}`}>
          {keys
            .slice(0, MAX_KEYS)
            .flatMap((key) => key.split(' '))
            .map((key, index) => (
              <kbd key={index}>{keyCap(key)}</kbd>
            ))}{' '}
          {label}
        </span>
      ))}
      {isRaw && (
        <span className="key-hint">
          <kbd>r</kbd> raw
        </span>
      )}
      <button type="button" className="key-hint all-keys" onClick={onAllKeys}>
        <kbd>?</kbd> keys
      </button>
      {request && (
        <span className="request">
          <span className="cut">
            {entryOf(request.operation).method} {pathOf(request, true)}
            {last && ` · ${writeDuration(last.durationMs)}`}
          </span>
          <Button look="quiet" small icon="copy" aria-label="Copy as curl" onClick={copy} />
        </span>
      )}
    </>
  );
}
