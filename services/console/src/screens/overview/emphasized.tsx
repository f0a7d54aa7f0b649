import { Foreign } from '../../components/foreign/foreign.tsx';

/** A sentence of the API, in which names that people or servers gave are strong. Each name once. */
export function Emphasized({ text, names }: { text: string; names: readonly string[] }) {
  const found = names
    .map((name) => ({ name, at: text.indexOf(name) }))
    .filter(({ name, at }) => name !== '' && at >= 0)
    .toSorted((a, b) => a.at - b.at);
  const pieces: React.ReactNode[] = [];
  let from = 0;
  for (const { name, at } of found) {
    if (at < from) continue;
    if (at > from) pieces.push(<Foreign key={`text ${from}`} text={text.slice(from, at)} />);
    pieces.push(
      <b key={`name ${at}`}>
        <Foreign text={name} />
      </b>,
    );
    from = at + name.length;
  }
  if (from < text.length) pieces.push(<Foreign key={`text ${from}`} text={text.slice(from)} />);
  return <>{pieces}</>;
}
