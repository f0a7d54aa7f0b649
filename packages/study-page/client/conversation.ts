import type { VisitMessage, VisitTurn } from '@assay/sdk';
import { asText, button, element, thumb } from './elements.ts';

/** A tool call that waits for the visitor, or that was made. */
export type PendingCall = NonNullable<VisitTurn['pendingCalls']>[number];

interface ConversationActions {
  rate(turnId: string, rating: 'up' | 'down', comment: string): Promise<void>;
  decide(decisions: { toolCallId: string; isApproved: boolean }[]): Promise<void>;
}

/** The messages on the screen. */
export class Conversation {
  readonly list = element('ol', { label: 'Conversation', id: 'messages' });
  readonly #actions: ConversationActions;
  readonly #questions = new Map<string, HTMLElement>();
  readonly #tools = new Map<string, HTMLElement>();
  /** The answer that is being written. */
  #writing: HTMLElement | undefined;
  #approval: HTMLElement | undefined;
  #rated = new Set<string>();

  constructor(actions: ConversationActions) {
    this.#actions = actions;
  }

  clear(): void {
    this.list.replaceChildren();
    this.#questions.clear();
    this.#tools.clear();
    this.#rated.clear();
    this.#writing = undefined;
    this.#approval = undefined;
  }

  /** Shows messages that were said before, oldest first, above all others. */
  prepend(messages: VisitMessage[]): void {
    const before = this.list.firstChild;
    const place = (item: HTMLElement) => this.list.insertBefore(item, before);
    for (const [index, message] of messages.entries()) {
      const { role, text, turnId, call, isError = false, rating } = message;
      if (role === 'visitor') this.#questions.set(turnId, place(this.#bubble('visitor', text, 'You')));
      else if (role === 'tool' && call) {
        place(this.#toolItem(call));
        this.#finishTool(call.toolCallId, isError, text);
      } else if (text !== '') {
        const item = place(this.#bubble('assistant', text, 'Answer'));
        const isLast = !messages.slice(index + 1).some((later) => later.turnId === turnId);
        if (isLast) this.#offerRating(item, turnId, rating);
      }
    }
  }

  /** Shows a question at once; `turnId` is known once the platform has taken it. */
  ask(text: string): HTMLElement {
    return this.list.appendChild(this.#bubble('visitor', text, 'You'));
  }

  taken(item: HTMLElement, turnId: string): void {
    const shown = this.#questions.get(turnId);
    if (shown && shown !== item) item.remove();
    else this.#questions.set(turnId, item);
  }

  started(turnId: string, message: string): void {
    this.#closeApproval();
    if (message !== '' && !this.#questions.has(turnId)) {
      const waiting = [...this.list.querySelectorAll<HTMLElement>('.visitor')].at(-1);
      const isOurs = waiting?.dataset.text === message && ![...this.#questions.values()].includes(waiting);
      this.#questions.set(turnId, isOurs ? waiting : this.ask(message));
    }
  }

  write(text: string): void {
    this.#writing ??= this.list.appendChild(this.#bubble('assistant', '', 'Answer'));
    this.#writing.classList.add('writing');
    this.#writing.querySelector('.text')!.append(text);
  }

  toolCalled(call: PendingCall): void {
    this.#endAnswer();
    if (!this.#tools.has(call.toolCallId)) this.list.append(this.#toolItem(call));
  }

  toolAnswered(toolCallId: string, isError: boolean, text: string): void {
    this.#finishTool(toolCallId, isError, text);
  }

  /** Ends a turn; answers the text of its answer, for people who listen. */
  ended({ turnId, status, error, pendingCalls = [] }: VisitTurn): string {
    const answer = this.#endAnswer();
    if (status === 'waiting') {
      this.#askForApproval(pendingCalls);
      return 'A call needs your approval.';
    }
    this.#closeApproval();
    if (status === 'failed') this.note(`This answer failed. ${error?.message ?? ''}`.trim(), true);
    if (status === 'cancelled') this.note('You stopped this answer.');
    if (answer) this.#offerRating(answer, turnId, undefined);
    return answer?.dataset.said ?? '';
  }

  note(text: string, isWrong = false): void {
    this.list.append(element('li', { class: isWrong ? 'note wrong' : 'note', dir: 'auto' }, text));
  }

  #bubble(role: 'visitor' | 'assistant', text: string, label: string): HTMLElement {
    // The label stands apart: the direction of a text follows its own first letter.
    const item = element(
      'li',
      { class: `message ${role}` },
      element('span', { class: 'unseen' }, `${label}: `),
      element('div', { class: 'text', dir: 'auto' }, text),
    );
    item.dataset.text = text;
    return item;
  }

  #endAnswer(): HTMLElement | undefined {
    const item = this.#writing;
    this.#writing = undefined;
    item?.classList.remove('writing');
    if (item) item.dataset.said = item.querySelector('.text')!.textContent;
    return item;
  }

  #toolItem(call: PendingCall): HTMLElement {
    const details = element(
      'details',
      {},
      element('summary', {}, `Looking something up with ${call.toolName} …`),
      element('pre', { dir: 'auto', label: 'Question to the tool' }, asText(call.input)),
    );
    const item = element('li', { class: 'tool' }, details);
    item.dataset.tool = call.toolName;
    this.#tools.set(call.toolCallId, item);
    return item;
  }

  #finishTool(toolCallId: string, isError: boolean, text: string): void {
    const item = this.#tools.get(toolCallId);
    if (!item) return;
    const name = item.dataset.tool ?? '';
    item.querySelector('summary')!.textContent = isError ? `${name} did not work` : `Looked something up with ${name}`;
    item.querySelector('.result')?.remove();
    item
      .querySelector('details')!
      .append(element('pre', { class: 'result', dir: 'auto', label: 'Answer of the tool' }, text));
  }

  #askForApproval(calls: PendingCall[]): void {
    this.#closeApproval();
    const decide = (isApproved: boolean) => {
      for (const each of item.querySelectorAll('button')) each.disabled = true;
      void this.#actions
        .decide(calls.map(({ toolCallId }) => ({ toolCallId, isApproved })))
        .catch(() => item.querySelectorAll('button').forEach((each) => (each.disabled = false)));
    };
    const allow = button('Allow', () => decide(true), 'go');
    const item = element(
      'li',
      { class: 'approval', role: 'group', label: 'Approval' },
      ...calls.flatMap(({ toolName, input }) => [
        element('p', {}, `May ${toolName} be used with this?`),
        element('pre', { dir: 'auto' }, asText(input)),
      ]),
      element(
        'div',
        { class: 'row' },
        allow,
        button('Do not allow', () => decide(false)),
      ),
    );
    this.#approval = this.list.appendChild(item);
    allow.focus();
  }

  #closeApproval(): void {
    this.#approval?.remove();
    this.#approval = undefined;
  }

  #offerRating(item: HTMLElement, turnId: string, rating: 'up' | 'down' | undefined): void {
    if (this.#rated.has(turnId)) return;
    this.#rated.add(turnId);
    const row = ratingRow((chosen, comment) => this.#actions.rate(turnId, chosen, comment), rating);
    item.append(row);
  }
}

/** Thumbs, and a comment once one is pressed. */
export function ratingRow(
  rate: (rating: 'up' | 'down', comment: string) => Promise<void>,
  rating?: 'up' | 'down',
  question = '',
): HTMLElement {
  let chosen = rating;
  const told = element('span', { role: 'status' });
  const comment = element('textarea', { label: 'Comment', dir: 'auto' });
  comment.maxLength = 2_000;
  comment.rows = 1;
  comment.placeholder = 'Comment (optional)';
  const say = button('Send comment', () => void save(comment.value.trim()));
  const more = element('div', { class: 'row' }, comment, say);
  more.hidden = true;
  const press = () => {
    up.setAttribute('aria-pressed', String(chosen === 'up'));
    down.setAttribute('aria-pressed', String(chosen === 'down'));
  };
  const save = async (text: string) => {
    try {
      await rate(chosen!, text);
      told.textContent = text === '' ? 'Saved.' : 'Thank you.';
      more.hidden = text !== '';
    } catch {
      told.textContent = 'That could not be saved. Try again.';
    }
  };
  const choose = (next: 'up' | 'down') => () => {
    chosen = next;
    press();
    more.hidden = false;
    void save(comment.value.trim());
  };
  const up = button(thumb(), choose('up'), 'thumb', 'Good answer');
  const down = button(thumb(), choose('down'), 'thumb down', 'Bad answer');
  press();
  return element('div', { class: 'rating' }, element('div', { class: 'row' }, question, up, down, told), more);
}
