import { useState } from 'react';
import type { CallReport } from '@assay/sdk/gen/documents';
import { Button } from '../../components/button/button.tsx';
import { JsonCode } from '../../components/code/code.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { ActionError, Part } from '../../components/part/part.tsx';
import { WireLog } from '../../components/wire-log/wire-log.tsx';
import { client } from '../../data/client.ts';
import { usePages, type ItemOf } from '../../data/operations.ts';
import { useAction } from '../../data/use-action.ts';
import { writeCount, writeCountOf } from '../../lib/format/numbers.ts';
import { writeDuration } from '../../lib/format/times.ts';
import { useKeys } from '../../lib/keys.ts';
import { fromZero } from './content-pane.tsx';
import { PromptForm } from './template-form.tsx';

type ListedPrompt = ItemOf<'listPrompts'>;

/** The prompts of a server, and what one returns. Operations: listPrompts, getPrompt. */
export function PromptsPane({
  address,
  completes,
  offers,
  selected,
  onSelect,
}: {
  address: { projectId: string; serverId: string };
  completes: boolean | undefined;
  /** Whether the server declares prompts; undefined while that is not known. */
  offers: boolean | undefined;
  selected: string | undefined;
  onSelect: (name: string) => void;
}) {
  return (
    <section className="pane raised" aria-label="Prompts">
      {offers === false ? (
        <>
          <header>
            <h2>Prompts</h2>
          </header>
          <p className="faint pad">The server does not declare prompts.</p>
        </>
      ) : (
        <PromptList {...{ address, completes, selected, onSelect }} />
      )}
    </section>
  );
}

function PromptList({
  address,
  completes,
  selected,
  onSelect,
}: {
  address: { projectId: string; serverId: string };
  completes: boolean | undefined;
  selected: string | undefined;
  onSelect: (name: string) => void;
}) {
  const prompts = usePages('listPrompts', address);
  const chosen = prompts.items?.find(({ name }) => name === selected) ?? prompts.items?.[0];
  return (
    <>
      <header>
        <h2>Prompts</h2>
        {prompts.items && <span className="faint small">{writeCount(prompts.items.length)}</span>}
      </header>
      <Part of={prompts} what="prompts">
        {() => (
          <>
            <ul className="prompt-list">
              {prompts.items!.map(({ name, arguments: fields = [] }) => (
                <li key={name} className={name === chosen?.name ? 'selected' : undefined}>
                  <button type="button" aria-pressed={name === chosen?.name} onClick={() => onSelect(name)}>
                    <code className={name === chosen?.name ? 'medium cut' : 'cut'}>
                      <Foreign text={name} />
                    </code>
                    <span className="push small faint no-wrap">{writeCountOf(fields.length, 'argument')}</span>
                  </button>
                </li>
              ))}
            </ul>
            {prompts.hasNextPage && (
              <div className="pad">
                <Button small onClick={() => void prompts.fetchNextPage()}>
                  Load more
                </Button>
              </div>
            )}
            {chosen ? (
              <Prompt key={chosen.name} address={address} completes={completes} prompt={chosen} />
            ) : (
              <p className="faint pad">It lists none.</p>
            )}
          </>
        )}
      </Part>
    </>
  );
}

function Prompt({
  address,
  completes,
  prompt,
}: {
  address: { projectId: string; serverId: string };
  completes: boolean | undefined;
  prompt: ListedPrompt;
}) {
  const { name, description, arguments: fields = [] } = prompt;
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  const get = useAction(
    async () => (await client.getPrompt(address, { promptName: name, arguments: given, report: true })) as CallReport,
  );
  useKeys([{ keys: ['mod+Enter'], label: 'get the prompt', run: () => get.run(undefined) }]);
  const report = get.reply;
  const messages = messagesOf(report?.result);
  return (
    <div className="pad">
      {description !== undefined && (
        <p className="muted">
          <Foreign text={description} />
        </p>
      )}
      <div className="col prompt-form">
        <PromptForm {...{ address, completes, values, fields }} prompt={name} onValues={setValues} />
      </div>
      <div className="row wrap prompt-form">
        <Button look="primary" keyHint="mod+Enter" disabled={get.isRunning} onClick={() => get.run(undefined)}>
          {get.isRunning ? 'Getting…' : 'Get'}
        </Button>
      </div>
      <ActionError error={get.error} />
      {report && (
        <>
          <div className="section-head content-head">
            <h3 className="h2">What it returns</h3>
            <span className="faint">
              {writeCountOf(messages.length, 'message')}, {writeDuration(report.durationMs)}
            </span>
          </div>
          <div className="frame">
            {messages.map(({ role, content }, index) => (
              <div className="prompt-message" key={index}>
                <span className="faint">
                  <Foreign text={String(role)} />
                </span>
                <MessageContent content={content} />
              </div>
            ))}
            {messages.length === 0 && <p className="faint pad">It has no messages.</p>}
          </div>
          <div className="section-head content-head">
            <h3 className="h2">JSON-RPC</h3>
            <span className="faint">{writeCountOf(report.wire.length, 'message')}</span>
          </div>
          <WireLog label="Messages of this prompt" look="brief" entries={fromZero(report.wire)} />
        </>
      )}
    </div>
  );
}

interface PromptMessage {
  role?: unknown;
  content?: unknown;
}

function messagesOf(result: unknown): readonly PromptMessage[] {
  const messages = (result as { messages?: unknown } | undefined)?.messages;
  return Array.isArray(messages) ? messages.filter((message) => typeof message === 'object' && message !== null) : [];
}

function MessageContent({ content }: { content: unknown }) {
  const { type, text } = (content ?? {}) as { type?: unknown; text?: unknown };
  return type === 'text' && typeof text === 'string' ? (
    <span className="message-text">
      <Foreign text={text} />
    </span>
  ) : (
    <JsonCode value={content} label="The content" />
  );
}
