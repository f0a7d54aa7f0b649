import { visibleText } from './visible-text.ts';

test.each([
  ['plain text, ünïcode and שלום', 'plain text, ünïcode and שלום'],
  ['a\tb\nc', 'a\tb\nc'],
  ['nul\0 esc\u001b del\u007f', 'nul␀ esc␛ del␡'],
  ['pay \u202eevil\u202c', 'pay ⟨RLO⟩evil⟨PDF⟩'],
  ['zero\u200bwidth\ufeff', 'zero⟨ZWSP⟩width⟨BOM⟩'],
  ['tag\u{e0041}', 'tag⟨U+E0041⟩'],
  ['family \u{1f468}\u200d\u{1f469}', 'family \u{1f468}\u200d\u{1f469}'],
])('%j is shown as %j', (text, shown) => {
  expect(visibleText(text)).toBe(shown);
});
