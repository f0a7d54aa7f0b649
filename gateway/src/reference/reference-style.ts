import { pageFontFaces, pageThemes } from '@assay/page/page-style';

/** The style of the API reference: the console's tokens and type. */
export const REFERENCE_STYLE = [
  pageFontFaces,
  pageThemes,
  '*{box-sizing:border-box}',
  'body{margin:0;display:grid;grid-template-columns:208px minmax(0,1fr);min-height:100vh;background:var(--surface-page);color:var(--text);font:400 .8125rem/1.25rem "Assay Sans",system-ui,sans-serif;font-variant-numeric:tabular-nums}',
  'nav{position:sticky;top:0;align-self:start;height:100vh;overflow:auto;padding:12px 8px;background:var(--surface-sunken);border-right:1px solid var(--line)}nav a{display:block;padding:4px 8px;color:var(--text-muted);text-decoration:none;border-radius:3px}nav a:hover,nav a[aria-current]{background:var(--surface-hover);color:var(--text)}hr{border:0;border-top:1px solid var(--line);margin:8px}',
  'main{padding:20px 24px 48px;min-width:0}h1{margin:0 0 12px;font-size:1.375rem;line-height:1.75rem;font-weight:640;letter-spacing:-.012em}h2{margin:0 0 4px;font-size:1rem;line-height:1.5rem;font-weight:640}p{margin:0 0 8px;max-width:72ch;color:var(--text-muted)}a{color:var(--accent)}b{font-weight:640}',
  'section{margin-top:32px;content-visibility:auto;contain-intrinsic-size:auto 480px}ul{margin:0;padding:0;list-style:none}li{padding:2px 0}li:target,section:target>h2{background:var(--surface-hover)}',
  'code,pre{font:.75rem/1.125rem "Assay Mono",ui-monospace,monospace;font-variant-ligatures:none}pre{margin:0;padding:8px 12px;overflow:auto;background:var(--surface-sunken);border-radius:3px}',
  '.call{color:var(--text)}.call b{font:640 .75rem/1rem "Assay Mono",ui-monospace,monospace}.refusals{color:var(--text-faint)}',
  'details{margin:8px 0}summary{min-height:24px;cursor:pointer;font-weight:640}table{border-collapse:collapse;width:100%;background:var(--surface-raised);border:1px solid var(--line)}td{padding:6px 12px;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}td:first-child{width:26%}td:nth-child(2){width:20%;color:var(--text-muted)}td b{color:var(--text-faint);font-weight:400}',
  ':focus-visible{outline:2px solid var(--focus);outline-offset:1px;border-radius:3px}',
  '@media(max-width:640px){body{grid-template-columns:minmax(0,1fr)}nav{position:static;height:auto;max-height:30vh}main{padding:16px}table,tbody,tr,td{display:block}td,td:first-child,td:nth-child(2){width:auto;border:0;padding:4px 12px}tr{border-bottom:1px solid var(--line)}}',
].join('');
