import { askForJson } from '../src/models/ask-for-json.ts';
import { Models } from '../src/models/models.ts';

// Asks one question and prints what came of it. In a process of its own, because the SDK tells the errors of `fetch`
// apart by their class, and under jest that is another one than the SDK knows.
const [, , id = '', baseUrl = ''] = process.argv;
const endpoint = { baseUrl, apiKey: 'key' };
const model = await new Models({ openai: endpoint, anthropic: endpoint, ollama: endpoint }).languageModel(id);
const question = { instructions: 'Be brief.', messages: [{ role: 'user' as const, content: 'Count.' }], schema: { type: 'object', properties: {}, additionalProperties: false } };
const outcome = await askForJson(model, { ...question, signal: new AbortController().signal, timeoutMs: 20_000 })
  .catch((error: Error & { code?: string }) => ({ name: error.name, code: error.code, message: error.message }));
process.stdout.write(JSON.stringify(outcome));
