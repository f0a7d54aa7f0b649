import { readEnv } from '@assay/kit/env';
import { startEverythingServer } from '@assay/testkit/mcp-servers/everything-server';
import { PROVIDER_SETTINGS, providerEndpoints } from '../../src/engine/models/provider-settings.ts';
import { RunnerBench } from './runner-bench.ts';
import { savedServer, workItem } from './platform-stand-in.ts';

// Runs one real turn of the named model with the tools of the reference server, and prints the transcript:
// `OPENAI_API_KEY=… npm run try-model -- openai/gpt-5-mini`, `OLLAMA_BASE_URL=http://127.0.0.1:11434/v1 npm run
// try-model -- ollama/qwen3`.
const PROMPT =
  'Use the tool "get-sum" to add 19 and 23, then use "echo" to repeat the sum, and tell me in one sentence what came back.';

const [model] = process.argv.slice(2);
if (!model) {
  const settings = Object.entries(PROVIDER_SETTINGS).map(
    ([name, { key, url }]) => `  ${name.padEnd(12)}${key ? `${key.name}, ` : ''}${url.name}`,
  );
  process.stderr.write(
    `npm run try-model -- <provider/name>\n\nA provider is set up by its key, or by its address:\n${settings.join('\n')}\n`,
  );
  process.exit(2);
}
const everything = await startEverythingServer({ transport: 'streamableHttp' });
const bench = new RunnerBench({ endpoints: readEnv(process.env, providerEndpoints) });
await bench.open();
try {
  const server = savedServer('everything', everything.url);
  const item = workItem([{ id: 'prompt', kind: 'prompt', prompt: PROMPT }], [server], { model, timeoutMs: 300_000 });
  const {
    report: { usage, errorCode, errorMessage, durationMs },
    transcript,
    spans,
  } = await bench.execute(item, [server]);
  for (const { role, content, toolCallId } of transcript.messages) {
    const call = role === 'assistant' && transcript.toolCalls.find(({ id }) => id === toolCallId);
    process.stdout.write(
      `${role.padEnd(10)}${call ? `→ ${call.toolName} ${JSON.stringify(call.arguments)}` : content}\n`,
    );
  }
  const finish = spans.filter(({ category }) => category === 'llm').at(-1)?.finishReason;
  const { inputTokens = 0, outputTokens = 0, calls = 0 } = usage ?? {};
  process.stdout.write(
    `\nused      ${calls} calls, ${inputTokens} tokens in, ${outputTokens} out\nstopped   ${transcript.steps[0]?.reason ?? finish ?? '-'}\ntook      ${durationMs} ms\n`,
  );
  if (errorCode) process.stdout.write(`failed    ${errorCode}: ${errorMessage}\n`);
  process.exitCode = errorCode ? 1 : 0;
} finally {
  await bench.close();
  await everything.stop();
}
