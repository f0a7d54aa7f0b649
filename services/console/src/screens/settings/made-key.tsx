import './keys.css';
import { Button } from '../../components/button/button.tsx';
import { Check } from '../../components/field/check.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Note } from '../../components/note/note.tsx';
import type { ReplyOf } from '../../data/operations.ts';
import { copyText } from '../../lib/copy-text.ts';
import { useKeys } from '../../lib/keys.ts';

/** A key that was just made: it is in the memory of this page alone, until the person has stored it. */
export function MadeKey({ made: { name, key }, onStored }: { made: ReplyOf<'createApiKey'>; onStored: () => void }) {
  const copy = (): void => copyText(key, 'The key');
  useKeys([{ keys: ['c'], label: 'copy', run: copy }]);
  return (
    <div className="made-key" role="status">
      <Note
        kind="passed"
        title={
          <>
            <Foreign text={name} /> was made. This is the only time that it is shown.
          </>
        }
      >
        <code className="input mono key">{key}</code>
        <Button look="primary" icon="copy" keyHint="c" onClick={copy}>
          Copy
        </Button>
        <Check isOn={false} onChange={onStored}>
          <span className="small muted">I have stored it</span>
        </Check>
      </Note>
    </div>
  );
}
