import { createStore } from '../../../lib/store.ts';

export type DialogName = 'rerun' | 'regrade' | 'cancel' | 'waive';

const open = createStore<DialogName | undefined>(undefined);

/** Opens a dialog of the run of the page, or closes the one that is open. */
export const openDialog = open.set;

/** The dialog that is open. */
export const useOpenDialog = (): DialogName | undefined => open.use();
