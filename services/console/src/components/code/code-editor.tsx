import './code.css';
import { useEffect, useRef } from 'react';
import { styleNonce } from '../../lib/base-path.ts';
import type { EditorFault, OpenedEditor } from './open-editor.ts';

/**
 * An editor of JSON or YAML with faults at their places. CodeMirror is loaded with the first editor; until then, and
 * where it cannot be loaded, a plain text field does the same.
 */
export function CodeEditor({
  value,
  onValue,
  label,
  language,
  faults = [],
  isReadOnly = false,
}: {
  value: string;
  onValue: (value: string) => void;
  label: string;
  language: 'json' | 'yaml';
  faults?: readonly EditorFault[];
  isReadOnly?: boolean;
}) {
  const place = useRef<HTMLDivElement>(null);
  const plain = useRef<HTMLTextAreaElement>(null);
  const editor = useRef<OpenedEditor>(undefined);
  const newest = useRef({ value, onValue, faults });
  newest.current = { value, onValue, faults };
  useEffect(() => {
    let isGone = false;
    const open = async (): Promise<void> => {
      const { openEditor } = await import('./open-editor.ts');
      if (isGone || !place.current) return;
      const hadFocus = document.activeElement === plain.current;
      editor.current = openEditor(place.current, {
        text: newest.current.value,
        label,
        language,
        isReadOnly,
        nonce: styleNonce,
        onText: (text) => newest.current.onValue(text),
      });
      plain.current!.hidden = true;
      editor.current.setFaults(newest.current.faults);
      if (hadFocus) editor.current.focus();
    };
    open().catch(() => undefined);
    return () => {
      isGone = true;
      editor.current?.close();
      editor.current = undefined;
    };
  }, [label, language, isReadOnly]);
  useEffect(() => editor.current?.setText(value), [value]);
  useEffect(() => editor.current?.setFaults(faults), [faults]);
  return (
    <div className="code-editor" ref={place}>
      <textarea
        ref={plain}
        className="input mono"
        aria-label={label}
        rows={12}
        spellCheck={false}
        readOnly={isReadOnly}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
    </div>
  );
}
