/** The design tokens of these pages in light, as `services/console/src/styles/tokens.css` declares them; a test compares. */
const LIGHT = {
  'surface-page': '#faf9f6',
  'surface-raised': '#ffffff',
  'surface-sunken': '#f3f1ec',
  'surface-hover': '#eeebe5',
  'surface-selected': '#e6ecfa',
  line: '#e3dfd7',
  'line-strong': '#cbc5ba',
  'line-control': '#8a8479',
  text: '#1b1a18',
  'text-muted': '#534f48',
  'text-faint': '#6b665d',
  ink: '#22201d',
  'on-ink': '#ffffff',
  accent: '#1d4db8',
  focus: '#1d4db8',
  brand: '#a9781e',
  'failed-text': '#a8290f',
  'failed-solid': '#bf2f13',
};

/** The same in dark. */
const DARK: typeof LIGHT = {
  'surface-page': '#131211',
  'surface-raised': '#1a1917',
  'surface-sunken': '#0e0d0c',
  'surface-hover': '#242220',
  'surface-selected': '#1b2745',
  line: '#2e2b28',
  'line-strong': '#45413b',
  'line-control': '#7b756b',
  text: '#edeae4',
  'text-muted': '#bab5ab',
  'text-faint': '#989287',
  ink: '#edeae4',
  'on-ink': '#171614',
  accent: '#94b4ff',
  focus: '#94b4ff',
  brand: '#d2a04a',
  'failed-text': '#ff9070',
  'failed-solid': '#e8532f',
};

/** The colours of the pages by theme. */
export const PAGE_TOKENS = { light: LIGHT, dark: DARK };

const declared = (tokens: typeof LIGHT): string =>
  Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');

/** The gateway serves the fonts below every folder, because a page does not know under which path it is served. */
const font = (name: string, file: string): string =>
  `@font-face{font-family:"${name}";src:url("page-fonts/${file}.woff2") format("woff2");font-weight:200 800;font-display:swap}`;

/** The fonts of a page. */
export const pageFontFaces = font('Assay Sans', 'sans') + font('Assay Mono', 'mono');

/** The colours of a page, as the system of the reader has it: light or dark. */
export const pageThemes = `:root{color-scheme:light;${declared(LIGHT)}}@media(prefers-color-scheme:dark){:root{color-scheme:dark;${declared(DARK)}}}`;

/** The style of every page that is made by the server: the console's tokens and type, in both themes, without a script. */
export const PAGE_STYLE = [
  pageFontFaces,
  pageThemes,
  '*{box-sizing:border-box}',
  'body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--surface-page);color:var(--text);font:400 .8125rem/1.25rem "Assay Sans",system-ui,sans-serif;font-variant-numeric:tabular-nums;-webkit-font-smoothing:antialiased}',
  'main{width:min(360px,100%);overflow-wrap:anywhere}',
  '.product{display:flex;align-items:center;gap:8px;margin:0 0 28px;font-size:1rem;line-height:1.5rem;font-weight:640;color:var(--text)}',
  'h1{margin:0 0 4px;font-size:1.375rem;line-height:1.75rem;font-weight:640;letter-spacing:-.012em;text-wrap:balance}',
  'p{margin:0 0 12px;color:var(--text-muted)}p b{color:var(--text);font-weight:520}h1+p{margin-bottom:20px}a{color:var(--accent)}',
  ':focus-visible{outline:2px solid var(--focus);outline-offset:1px;border-radius:3px}',
  '.go{display:flex;align-items:center;justify-content:center;width:100%;min-height:34px;margin:4px 0 12px;padding:0 10px;border:1px solid var(--ink);border-radius:3px;background:var(--ink);color:var(--on-ink);font:inherit;font-weight:520;text-decoration:none;cursor:pointer}',
  '.other{border-color:var(--line-strong);background:var(--surface-raised);color:var(--text)}',
  'label,fieldset{display:block;margin:0 0 12px;font-size:.75rem;line-height:1rem;font-weight:520;color:var(--text-muted)}fieldset{padding:0;border:0}',
  'input,select{display:block;width:100%;min-height:32px;margin-top:4px;padding:0 8px;border:1px solid var(--line-control);border-radius:3px;background:var(--surface-raised);color:var(--text);font:inherit;font-size:.8125rem;font-weight:400}',
  'input[type=checkbox],input[type=radio]{display:inline-block;width:14px;min-height:14px;margin:0 8px 0 0;vertical-align:-2px}',
  '.hint{display:block;margin-top:4px;font-weight:400;color:var(--text-faint)}',
  '.wrong{color:var(--failed-text)}.wrong::before{content:"";display:inline-block;width:10px;height:10px;margin-right:6px;border-radius:2px;background:var(--failed-solid)}',
  '.choices{margin:0 0 12px;border:1px solid var(--line);border-radius:5px;overflow:hidden;background:var(--surface-raised)}',
  '.choice{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 12px;width:100%;min-height:52px;padding:8px 12px;border:0;border-bottom:1px solid var(--line);background:none;color:var(--text);font:inherit;text-align:start;cursor:pointer}.choice:last-child{border-bottom:0}.choice:hover{background:var(--surface-hover)}.choice.on{background:var(--surface-selected);box-shadow:inset 2px 0 var(--accent)}.choice:focus-visible{outline-offset:-2px}.choice b{font-weight:520}.choice .role{grid-column:1;font-size:.75rem;color:var(--text-muted)}.choice .when{font-size:.75rem;color:var(--text-faint)}',
  '.fine{margin-top:20px;font-size:.75rem;line-height:1rem;color:var(--text-faint)}',
  'code{font-family:"Assay Mono",ui-monospace,monospace;font-size:.923em;font-variant-ligatures:none}',
  '@media(max-width:640px){.go,input:not([type=checkbox],[type=radio]),select{min-height:44px}}',
].join('');
