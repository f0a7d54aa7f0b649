import type { StudyVisit, VisitTurn } from '@assay/sdk';
import { newIdempotencyKey } from '@assay/sdk/request';
import { Conversation, ratingRow, type PendingCall } from './conversation.ts';
import { button, card, element } from './elements.ts';
import { EVENTS, failureOf, link, visits } from './visit-api.ts';

const page = document.querySelector<HTMLElement>('#page')!;
const show = (...children: Node[]) => page.replaceChildren(...children);

const CONSENT =
  'Your messages, the answers and your ratings are kept for the people who run this study, who can read them. They may be sent to a model and to the tools of this study. Do not write passwords or anything else that is secret. You can leave at any time and erase what you wrote.';

const reload = () => button('Try again', () => location.reload(), 'go');

/** The page for a visit that cannot begin or go on. */
function showRefusal(error: unknown): void {
  const { status, message, reason } = failureOf(error);
  if (reason === 'SIGN_IN_NEEDED') {
    const href = `/auth/sign-in?returnTo=${encodeURIComponent(location.pathname)}`;
    show(
      card(
        'Sign in',
        ['This study is for people who have an account here.'],
        element('a', { class: 'go', href }, 'Sign in'),
      ),
    );
  } else if (status === 404 || status === 401) showDeadLink();
  else if (status === 0) show(card('You are offline', ['Connect to the network and try again.'], reload()));
  else show(card('Something went wrong', [status === 429 ? message : 'Try again in a moment.'], reload()));
}

const showDeadLink = () =>
  show(
    card('This link does not work', [
      'It was replaced, or the study is over, or it is not meant for you. Ask the people who gave you the link.',
    ]),
  );

async function open(): Promise<void> {
  const visit = await visits.getVisit(link);
  document.title = visit.study.name;
  if (visit.hasConsented) return converse(visit);
  const start = button('Agree and start', () => void begin(), 'go');
  const begin = async () => {
    start.disabled = true;
    try {
      await converse(await visits.beginVisit(link, { consent: true }));
    } catch (error) {
      showRefusal(error);
    }
  };
  show(card(visit.study.name, [visit.study.description, CONSENT], element('div', { class: 'row' }, start)));
}

/** The page of a visit: the conversation, and a form below it. */
async function converse(visit: StudyVisit): Promise<void> {
  const status = element('p', { id: 'status', role: 'status' });
  const announced = element('p', { class: 'unseen', role: 'log' });
  announced.setAttribute('aria-live', 'polite');
  const input = element('textarea', { label: 'Your message', dir: 'auto', id: 'message' });
  input.rows = 1;
  input.maxLength = 8_000;
  input.placeholder = 'Write a message';
  const send = element('button', { type: 'submit', class: 'go' }, 'Send');
  const stop = button('Stop', () => void cancel());
  const form = element('form', { label: 'Message' }, input, send, stop);
  const earlier = button('Show earlier messages', () => void showEarlier(), 'quiet');
  const main = element('main', { label: 'Conversation' }, earlier);
  let [isOpen, isLost, cursor] = [false, false, undefined as string | undefined];
  let hasEnded = visit.endReason !== undefined;

  const conversation = new Conversation({
    rate: async (turnId, rating, comment) => {
      await visits.saveVisitFeedback(link, { turnId, rating, ...(comment !== undefined && { comment }) });
    },
    decide: async (decisions) => {
      try {
        setOpen(true);
        await visits.decideVisitCalls(link, { decisions });
      } catch (error) {
        refused(error);
        throw error;
      }
    },
  });
  main.append(conversation.list);

  const tell = (text: string, isWrong = false) => {
    status.textContent = text;
    status.classList.toggle('wrong', isWrong);
  };
  const setOpen = (open: boolean) => {
    isOpen = open;
    send.hidden = open;
    stop.hidden = !open;
    if (open) tell('Thinking …');
    else if (!isLost) tell('');
  };
  const scroll = () => {
    main.scrollTop = main.scrollHeight;
  };
  const nearEnd = (change: () => void) => {
    const isNear = main.scrollHeight - main.scrollTop - main.clientHeight < 80;
    change();
    if (isNear) scroll();
  };
  const refused = (error: unknown) => {
    const { status: refusal, message } = failureOf(error);
    if (refusal === 401 || refusal === 404) {
      events.close();
      showRefusal(error);
    } else tell(message, true);
  };

  async function showEarlier(): Promise<void> {
    try {
      const found = await visits.listVisitMessages(link, cursor === undefined ? {} : { cursor });
      conversation.prepend(found.items.toReversed());
      cursor = found.nextCursor;
      earlier.hidden = cursor === undefined;
    } catch (error) {
      refused(error);
    }
  }
  async function cancel(): Promise<void> {
    stop.disabled = true;
    await visits.cancelVisitTurn(link).catch(refused);
    stop.disabled = false;
  }

  let key = newIdempotencyKey();
  /** The message that could not be sent. */
  let failed: string | undefined;
  async function submit(): Promise<void> {
    const text = input.value.trim();
    if (text === '' || isOpen) return;
    if (hasEnded) {
      conversation.clear();
      earlier.hidden = true;
      hasEnded = false;
    }
    const asked = conversation.ask(text);
    input.value = '';
    setOpen(true);
    scroll();
    try {
      const { turnId } = await visits.sendVisitMessage(link, { text }, { idempotencyKey: key });
      conversation.taken(asked, turnId);
      key = newIdempotencyKey();
      failed = undefined;
    } catch (error) {
      // The key stays: a message that arrived although its answer was lost is not taken twice.
      failed = text;
      asked.remove();
      setOpen(false);
      if (input.value === '') input.value = text;
      refused(error);
    }
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
  input.addEventListener('input', () => {
    if (failed !== undefined && input.value.trim() !== failed) {
      key = newIdempotencyKey();
      failed = undefined;
    }
    input.style.height = 'auto';
    // The borders.
    input.style.height = `${input.scrollHeight + 2}px`;
  });
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    void submit();
  });

  const events = new EventSource(EVENTS);
  const on = <T>(type: string, happened: (data: T) => void) =>
    events.addEventListener(type, ({ data }: MessageEvent<string>) => nearEnd(() => happened(JSON.parse(data) as T)));
  on<{ turnId: string; message: string }>('turnStarted', ({ turnId, message }) => {
    conversation.started(turnId, message);
    setOpen(true);
  });
  on<{ text: string }>('text', ({ text }) => conversation.write(text));
  on<PendingCall>('toolCall', (call) => conversation.toolCalled(call));
  on<{ toolCallId: string; status: string; text: string }>('toolResult', ({ toolCallId, status: how, text }) =>
    conversation.toolAnswered(toolCallId, how === 'error', text),
  );
  on<{ turn: VisitTurn }>('turnEnded', ({ turn }) => {
    announced.textContent = conversation.ended(turn);
    setOpen(false);
    if (turn.status === 'waiting') {
      isOpen = true;
      send.hidden = true;
      stop.hidden = false;
      tell('Waiting for you.');
    } else if (document.activeElement === document.body) input.focus();
  });
  on<{ reason: string }>('ended', ({ reason }) => {
    hasEnded = true;
    conversation.note(endTextOf(reason));
  });
  const lost = (text: string) => {
    isLost = true;
    tell(text, true);
  };
  events.addEventListener('open', () => {
    if (isLost) tell(isOpen ? 'Thinking …' : '');
    isLost = false;
  });
  events.addEventListener('error', (event) => {
    // An event of the platform that is named error has data; a lost connection has none.
    const { data } = event as MessageEvent<string | undefined>;
    if (data !== undefined && (JSON.parse(data) as { code: string }).code === 'UNAUTHORIZED') {
      events.close();
      return showDeadLink();
    }
    if (events.readyState === EventSource.CLOSED) void visits.getVisit(link).then(() => location.reload(), refused);
    else lost(navigator.onLine ? 'Reconnecting …' : 'You are offline. The conversation goes on when you are back.');
  });
  addEventListener('offline', () => lost('You are offline. The conversation goes on when you are back.'));

  const { name, description } = visit.study;
  show(
    element(
      'header',
      {},
      element('h1', { dir: 'auto' }, name),
      button('Leave', () => leave(events), 'quiet'),
    ),
    main,
    status,
    announced,
    form,
  );
  stop.hidden = true;
  await showEarlier();
  if (conversation.list.childElementCount === 0 && description !== '') conversation.note(description);
  if (hasEnded) conversation.note(endTextOf(visit.endReason!));
  if (!visit.isEnabled) tell('This study takes no messages at the moment.', true);
  if (visit.openTurn) {
    setOpen(true);
    if (visit.openTurn.status === 'waiting') {
      conversation.ended(visit.openTurn);
      tell('Waiting for you.');
    }
  }
  scroll();
  if (!visit.openTurn) input.focus();
}

const endTextOf = (reason: string): string =>
  reason === 'idle'
    ? 'This conversation ended because nothing happened for a while. Your next message begins a new one.'
    : 'This conversation has ended. Your next message begins a new one.';

/** Asks how to leave, and for a rating of the whole. */
function leave(events: EventSource): void {
  const end = async (erase: boolean) => {
    try {
      await visits.endVisit(link, { erase });
    } catch (error) {
      return showRefusal(error);
    } finally {
      events.close();
      dialog.remove();
    }
    const kept = erase ? 'Everything that you wrote was erased.' : 'Thank you for taking part.';
    show(
      card(
        'You have left the study',
        [kept],
        button('Visit again', () => location.reload()),
      ),
    );
  };
  const dialog = element(
    'dialog',
    { label: 'Leave the study' },
    element('h2', {}, 'Leave the study?'),
    ratingRow(
      async (rating, comment) =>
        void (await visits.saveVisitFeedback(link, { rating, ...(comment !== undefined && { comment }) })),
      undefined,
      'How was it?',
    ),
    element(
      'div',
      { class: 'row' },
      button('Leave', () => void end(false), 'go'),
      button('Leave and erase what I wrote', () => void end(true)),
      button('Stay', () => dialog.remove(), 'quiet'),
    ),
  );
  dialog.addEventListener('close', () => dialog.remove());
  page.append(dialog);
  dialog.showModal();
}

open().catch(showRefusal);
