import { Foreign } from './foreign.tsx';

/** A sentence with words in backticks, which are set as code. */
export const CodedText = ({ text }: { text: string }) => (
  <>
    {text.split('`').map((part, at) =>
      at % 2 === 1 ? (
        <code key={at}>
          <Foreign text={part} />
        </code>
      ) : (
        <Foreign key={at} text={part} />
      ),
    )}
  </>
);
