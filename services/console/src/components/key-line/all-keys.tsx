import { useState } from 'react';
import { areSingleKeysOff, keyCap, switchSingleKeys, useKeyBindings } from '../../lib/keys.ts';
import { Button } from '../button/button.tsx';
import { Dialog } from '../dialog/dialog.tsx';
import { Switch } from '../field/check.tsx';
import { KeyValues } from '../section/key-values.tsx';

const EVERYWHERE = [
  ['⌘K', 'go to or do'],
  ['g then o s u r', 'overview, servers, suites, runs'],
  ['c', 'copy the request as curl'],
  ['r', 'the raw JSON of the page'],
  ['⇧Y', 'copy the link of the page'],
  ['⇧T', 'theme'],
  ['⌘Z', 'undo'],
  ['Esc', 'close, one level'],
] as const;

/** All keys of this page and of every page, and the switch for keys without ⌘. */
export function AllKeys({ onClose }: { onClose: () => void }) {
  // The bindings of the page: inside of the dialog they rest.
  const [here] = useState(useKeyBindings().filter(({ label }) => label !== undefined));
  const [isOff, setOff] = useState(areSingleKeysOff);
  return (
    <Dialog title="Keys" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <KeyValues
        rows={[
          ...here.map(({ keys, label }) => [keys.map(keyCap).join(' '), label] as const),
          ...EVERYWHERE.map(([keys, label]) => [keys, label] as const),
        ]}
      />
      <Switch
        isOn={!isOff}
        onChange={(isOn) => {
          switchSingleKeys(!isOn);
          setOff(!isOn);
        }}
      >
        Keys without ⌘ or Ctrl
      </Switch>
    </Dialog>
  );
}
