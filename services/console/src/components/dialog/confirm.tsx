import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { Dialog } from './dialog.tsx';

/**
 * A question before something that cannot be undone. The title is the question, the text names what goes with its
 * counts, and the button repeats the verb and the name. The safe button has the focus.
 */
export const Confirm = ({
  title,
  children,
  verb,
  isRunning,
  onConfirm,
  onClose,
}: {
  title: string;
  children: ReactNode;
  /** The words of the button, such as "Revoke nightly". */
  verb: string;
  isRunning: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) => (
  <Dialog
    alert
    title={title}
    onClose={onClose}
    footer={
      <>
        <Button autoFocus onClick={onClose}>
          Cancel
        </Button>
        <Button look="danger" disabled={isRunning} onClick={onConfirm}>
          {verb}
        </Button>
      </>
    }
  >
    {children}
  </Dialog>
);
