/** The fields of the form on a page, as a browser without JavaScript would send them. */
export function fieldsOn(html: string): URLSearchParams {
  const text = (value: string) =>
    value
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
  const fields = new URLSearchParams();
  for (const [tag] of html.matchAll(/<input[^>]*>/g)) {
    const [name, value] = ['name', 'value'].map((attribute) => new RegExp(`${attribute}="([^"]*)"`).exec(tag)?.[1]);
    if (name && value !== undefined) fields.set(name, text(value));
  }
  const chosen = /<option value="([^"]*)" selected>/.exec(html)?.[1];
  if (chosen) fields.set('organization', chosen);
  return fields;
}
