import { showToast } from '../components/toast/toast-queue.ts';

/** Copies a text and says so. `what` begins the sentence: "The id was copied." */
export function copyText(text: string, what: string): void {
  navigator.clipboard.writeText(text).then(
    () => {
      showToast({ kind: 'note', title: `${what} was copied.` });
    },
    () => {
      showToast({ kind: 'warning', title: `${what} could not be copied: this browser does not let the page.` });
    },
  );
}
