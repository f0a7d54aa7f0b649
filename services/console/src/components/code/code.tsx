import './code.css';
import { visibleText } from '../../lib/visible-text.ts';

/** A text in the type of the wire, as it is. */
export const Code = ({ text }: { text: string }) => (
  <pre className="code" dir="auto" tabIndex={0}>
    {visibleText(text)}
  </pre>
);
