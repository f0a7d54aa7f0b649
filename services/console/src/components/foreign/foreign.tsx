import { visibleText } from '../../lib/visible-text.ts';

/** A text of a server, a model or a person: its own direction, and marks for characters that cannot be seen. */
export const Foreign = ({ text }: { text: string }) => <bdi dir="auto">{visibleText(text)}</bdi>;
