import './palette.css';
import { useState } from 'react';
import { Dialog as AriaDialog, Modal, ModalOverlay } from 'react-aria-components';
import { keyCap } from '../../lib/keys.ts';
import { AbovePage } from '../dialog/above-page.tsx';
import { Icon } from '../icon/icon.tsx';
import { usePaletteOffer } from './palette-groups.tsx';
import type { PaletteItem } from './palette-item.ts';

const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

/** Go to anything by its name or id, or do something; arrows choose, Enter opens, with ⌘ in a new tab. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const { groups, missing, isSearching } = usePaletteOffer(query.trim());
  const items = groups.flatMap((group) => group.items);
  const chosen = items[Math.min(at, items.length - 1)];
  const take = (item: PaletteItem | undefined, inNewTab: boolean): void => {
    if (!item) return;
    onClose();
    item.take(inNewTab);
  };
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((Math.min(at, items.length - 1) + step + items.length) % items.length);
    else if (event.key === 'Enter') take(chosen, event.metaKey || event.ctrlKey);
    else return;
    event.preventDefault();
  };
  return (
    <ModalOverlay className="scrim" isOpen onOpenChange={onClose} isDismissable>
      <Modal className="dialog palette">
        <AriaDialog aria-label="Go to or do">
          <AbovePage>
            <div className="query">
              <Icon name="search" />
              <input
                autoFocus
                role="combobox"
                aria-expanded
                aria-controls="palette-items"
                aria-activedescendant={chosen && `palette-${items.indexOf(chosen)}`}
                aria-label="Go to or do"
                placeholder="Go to or do"
                spellCheck={false}
                autoComplete="off"
                value={query}
                onChange={(event) => {
                  setQuery(event.target.value);
                  setAt(0);
                }}
                onKeyDown={onKeyDown}
              />
              <kbd aria-hidden="true">esc</kbd>
            </div>
            <div role="listbox" id="palette-items" aria-label="Matches" className="matches">
              {groups.map(({ word, items: own }) => (
                <div key={word} role="group" aria-label={word}>
                  <div className="group-label">{word}</div>
                  {own.map((item) => (
                    <div
                      key={item.id}
                      id={`palette-${items.indexOf(item)}`}
                      ref={item === chosen ? intoView : undefined}
                      role="option"
                      aria-selected={item === chosen}
                      className={item === chosen ? 'item on' : 'item'}
                      onClick={(event) => take(item, event.metaKey || event.ctrlKey)}
                    >
                      <Icon name={item.icon} />
                      <span className="cut">{item.text}</span>
                      <span className="push faint small no-wrap">{item.about}</span>
                      {item.mark}
                      {item.keyHint !== undefined && <kbd aria-hidden="true">{keyCap(item.keyHint)}</kbd>}
                    </div>
                  ))}
                </div>
              ))}
            </div>
            {items.length === 0 && (
              <p className="none muted" role="status">
                {isSearching ? 'Searching.' : 'Nothing has this name or id.'}
              </p>
            )}
            {missing.length > 0 && (
              <p className="none small faint" role="status">
                Without what {missing.join(', ')} knows: it did not answer.
              </p>
            )}
            <footer>
              <span className="small faint row">
                <kbd>↑</kbd>
                <kbd>↓</kbd> choose
              </span>
              <span className="small faint row">
                <kbd>⏎</kbd> open
              </span>
              <span className="small faint row">
                <kbd>⌘⏎</kbd> new tab
              </span>
              <span className="small faint row push">
                ids work too: paste <code>run_…</code>
              </span>
            </footer>
          </AbovePage>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
