import { Button } from '../button/button.tsx';
import { Dialog } from '../dialog/dialog.tsx';
import { JsonCode } from './code.tsx';

/** The raw answer of a request that an address cannot repeat, because it is not a GET. */
export const RawDialog = ({ title, value, onClose }: { title: string; value: unknown; onClose: () => void }) => (
  <Dialog title={title} wide onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
    <JsonCode value={value} label={title} isNumbered />
  </Dialog>
);
