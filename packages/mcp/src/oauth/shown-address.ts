/** At most this much of an address is shown, in characters. */
const MAX_SHOWN = 200;

/** An address without the parts that may be secret; a text that is no address is shown as it is. */
export function shownAddress(address: string): string {
  const url = URL.parse(address);
  const text = url ? `${url.origin}${pathOf(address, url)}${url.search && '?…'}` : address;
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN).toWellFormed()}…` : text;
}

/** The path as it was written: `https://a.test` has none, where its URL has a slash. */
const pathOf = (address: string, { pathname }: URL): string =>
  pathname === '/' && !/^[^:]+:\/\/[^/?#]*\//.test(address) ? '' : pathname;
