import { Button } from '../../components/button/button.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { ForeignImage } from '../../components/foreign/foreign-image.tsx';
import { Note } from '../../components/note/note.tsx';
import { ActionError } from '../../components/part/part.tsx';
import { client } from '../../data/client.ts';
import { useAction } from '../../data/use-action.ts';

/** The widget of a result as a browser of a runner shows it; the tool is not called again. Operations: renderWidget. */
export function WidgetView({
  projectId,
  serverId,
  toolName,
  parameters,
  result,
}: {
  projectId: string;
  serverId: string;
  toolName: string;
  parameters: Record<string, unknown>;
  result: Record<string, unknown>;
}) {
  const render = useAction(() =>
    client.renderWidget({ projectId, serverId }, { toolName, arguments: parameters, result }),
  );
  const { reply } = render;
  return (
    <>
      <div className="row">
        <Button disabled={render.isRunning} onClick={() => render.run(undefined)}>
          {render.isRunning ? 'Rendering…' : 'Render it'}
        </Button>
        <span className="faint small">
          A runner with a browser shows the widget with this result and takes a picture.
        </span>
      </div>
      <ActionError error={render.error} />
      {reply && reply.status !== 'rendered' && (
        <Note kind="open" title={<code>{reply.status}</code>}>
          {reply.reason !== undefined && <Foreign text={reply.reason} />}
        </Note>
      )}
      {reply?.screenshot && <ForeignImage base64={reply.screenshot.base64} mimeType={reply.screenshot.mimeType} />}
    </>
  );
}
