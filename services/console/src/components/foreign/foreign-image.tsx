import './foreign-image.css';
import { useEffect, useMemo, useState } from 'react';
import { Button } from '../button/button.tsx';
import { Icon } from '../icon/icon.tsx';
import { Note } from '../note/note.tsx';
import { bytesOf, imageSize } from './image-size.ts';

/** A larger picture is scaled down before it is drawn, in pixels of its longer side. */
const MAX_SIDE = 2_000;

/**
 * A picture in a result of a server. It is shown after a click, and never as it came: the browser draws it on a canvas,
 * and the picture of the canvas is shown.
 */
export function ForeignImage({ base64, mimeType }: { base64: string; mimeType: string }) {
  const bytes = useMemo(() => bytesOf(base64), [base64]);
  const size = useMemo(() => bytes && imageSize(bytes), [bytes]);
  const [drawn, setDrawn] = useState<{ url: string } | { fault: string }>();
  useEffect(() => setDrawn(undefined), [base64]);
  const url = drawn && 'url' in drawn ? drawn.url : undefined;
  useEffect(() => () => void (url !== undefined && URL.revokeObjectURL(url)), [url]);
  const show = (): void => {
    redrawn(bytes, mimeType).then(
      (blob) => setDrawn({ url: URL.createObjectURL(blob) }),
      () => setDrawn({ fault: 'It is no picture that a browser can draw.' }),
    );
  };
  if (drawn && 'fault' in drawn) return <Note kind="note" title={drawn.fault} />;
  return (
    <div className="foreign-image">
      {url === undefined ? (
        <>
          <Icon name="eye" />
          <span>{size ? `${size.width} × ${size.height}, not shown yet` : 'Not shown yet'}</span>
          <Button small onClick={show}>
            Show it
          </Button>
          <span className="faint small">Shown from this origin, re-encoded.</span>
        </>
      ) : (
        <img src={url} alt="The picture in the result" />
      )}
    </div>
  );
}

async function redrawn(bytes: Uint8Array<ArrayBuffer> | undefined, mimeType: string): Promise<Blob> {
  const picture = await createImageBitmap(new Blob([bytes ?? new Uint8Array()], { type: mimeType }));
  const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(picture.width * scale)),
    Math.max(1, Math.round(picture.height * scale)),
  );
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas.convertToBlob({ type: 'image/png' });
}
