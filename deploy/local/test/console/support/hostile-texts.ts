/** Texts that run a script, load something or hide the page wherever they are taken for markup, an address or a template. */
const PAYLOADS = [
  '<img src=x onerror=globalThis.hacked=1>',
  '<svg onload=globalThis.hacked=1>',
  '"><script>globalThis.hacked=1</script>',
  '\'"></textarea></style><style>main{display:none}</style>',
  '<iframe srcdoc="<script>parent.hacked=1</script>"></iframe>',
  '<base href=https://elsewhere.example>',
  '[run](javascript:globalThis.hacked=1)',
  '{{constructor.constructor("globalThis.hacked=1")()}}',
];

/** Markup as foreign text may have it. */
export const MARKUP = PAYLOADS.join(' ');
/** Markup that fits into every name. */
export const SHORT_MARKUP = `${PAYLOADS[0]}${PAYLOADS[2]}`;
/** Markup, characters that turn or hide a text, controls, and a text from right to left. */
export const HOSTILE = `${MARKUP} \u202etxt.exe\u2066 zero\u200bwidth bell\u0007 שלום`;
/** An address that runs a script where it becomes a link. */
export const SCRIPT_ADDRESS = 'javascript:globalThis.hacked=1';
