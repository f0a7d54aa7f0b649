import { atMostOnceIn, inOrder } from './paced.ts';

test('a message is sent when the one before is answered, also when that one failed', async () => {
  const send = inOrder();
  const sent: string[] = [];
  const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const one = (name: string, answer: Promise<void>) =>
    send(() => {
      sent.push(name);
      return answer;
    });
  const all = [one('a', answers[0]!.promise), one('b', answers[1]!.promise), one('c', Promise.resolve())];
  await Promise.resolve();
  expect(sent).toEqual(['a']);
  answers[0]!.reject(new Error('gone'));
  await expect(all[0]).rejects.toThrow('gone');
  answers[1]!.resolve();
  await Promise.all(all.slice(1));
  expect(sent).toEqual(['a', 'b', 'c']);
});

test('work that comes too early waits, and is not begun when it is aborted', async () => {
  const paced = atMostOnceIn(60_000);
  const begun: string[] = [];
  const work = (name: string) => async () => void begun.push(name);
  await paced(undefined, work('first'));
  await expect(paced(AbortSignal.abort(), work('second'))).rejects.toMatchObject({ name: 'AbortError' });
  expect(begun).toEqual(['first']);
});
