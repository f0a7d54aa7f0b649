import { useKeys } from '../../../lib/keys.ts';

/** The key that sends a dialog, while it is open. */
export function SendKey({ run }: { run: () => void }) {
  useKeys([{ keys: ['mod+Enter'], run }]);
  return null;
}
