import './dialog.css';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { AbovePage } from './above-page.tsx';

/**
 * A question over the page. `Esc` and a click beside it close it. `alert` is for a question whose answer removes
 * something: then a click beside it does not close it, and the safe button should have `autoFocus`.
 */
export const Dialog = ({
  title,
  children,
  footer,
  onClose,
  alert = false,
  wide = false,
}: {
  title: ReactNode;
  children: ReactNode;
  footer: ReactNode;
  onClose: () => void;
  alert?: boolean;
  /** For columns beside each other, up to the width of the page. */
  wide?: boolean;
}) => (
  <ModalOverlay className="scrim" isOpen onOpenChange={onClose} isDismissable={!alert}>
    <Modal className={`dialog${wide ? ' wide' : ''}`}>
      <AriaDialog role={alert ? 'alertdialog' : 'dialog'}>
        <AbovePage>
          <header>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
          </header>
          <div className="pad">{children}</div>
          <footer>{footer}</footer>
        </AbovePage>
      </AriaDialog>
    </Modal>
  </ModalOverlay>
);

/**
 * A form at the right side of the page that it is about. `onClose` is asked by `Esc` and by a click beside it; while
 * something typed would be lost, it opens a question first.
 */
export const Sheet = ({
  title,
  children,
  footer,
  onClose,
}: {
  title: ReactNode;
  children: ReactNode;
  footer: ReactNode;
  onClose: () => void;
}) => (
  <ModalOverlay className="scrim" isOpen onOpenChange={onClose} isDismissable>
    <Modal className="sheet-place">
      <AriaDialog className="sheet">
        <AbovePage>
          <header>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            <span className="push wide-only" aria-hidden="true">
              <kbd>esc</kbd>
            </span>
          </header>
          <div className="body">{children}</div>
          <footer>{footer}</footer>
        </AbovePage>
      </AriaDialog>
    </Modal>
  </ModalOverlay>
);
