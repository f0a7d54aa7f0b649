import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** A fault in the text of an editor, from `start` to `end` in UTF-16 units. */
export interface EditorFault {
  start: number;
  end: number;
  message: string;
}

/** An editor that stands in the page. */
export interface OpenedEditor {
  /** Replaces the text, unless it is the same. */
  setText(text: string): void;
  setFaults(faults: readonly EditorFault[]): void;
  focus(): void;
  close(): void;
}

const colours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.propertyName, color: 'var(--code-key)' },
    { tag: tags.string, color: 'var(--code-string)' },
    { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
    { tag: [tags.punctuation, tags.bracket, tags.separator], color: 'var(--code-punct)' },
    { tag: tags.comment, color: 'var(--text-faint)' },
  ]),
);

/** Opens an editor inside of `parent`. */
export function openEditor(
  parent: HTMLElement,
  {
    text,
    label,
    language,
    isReadOnly,
    nonce,
    onText,
  }: {
    text: string;
    label: string;
    language: 'json' | 'yaml';
    isReadOnly: boolean;
    nonce: string;
    onText: (text: string) => void;
  },
): OpenedEditor {
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(nonce),
        EditorView.contentAttributes.of({ 'aria-label': label, dir: 'auto' }),
        EditorView.lineWrapping,
        EditorState.readOnly.of(isReadOnly),
        EditorState.tabSize.of(2),
        lineNumbers(),
        history(),
        indentOnInput(),
        bracketMatching(),
        search(),
        lintGutter(),
        language === 'json' ? json() : yaml(),
        colours,
        // Tab moves the focus on, and ⌘⏎ is the page's, as everywhere else.
        keymap.of([...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'), ...historyKeymap, ...searchKeymap]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onText(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    setText(next) {
      if (next !== view.state.doc.toString())
        view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
    },
    setFaults(faults) {
      const { length } = view.state.doc;
      const placed = faults.map(({ start, end, message }) => ({
        from: Math.min(start, length),
        to: Math.min(Math.max(end, start), length),
        severity: 'error' as const,
        message,
      }));
      view.dispatch(setDiagnostics(view.state, placed));
    },
    focus: () => view.focus(),
    close: () => view.destroy(),
  };
}
