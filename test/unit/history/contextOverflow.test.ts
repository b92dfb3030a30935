import assert from 'node:assert/strict';
import { isContextOverflow } from '../../../src/history/contextOverflow.ts';

describe('an error of a provider', () => {
  const overflows = [
    [
      'OpenAI',
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 210034 tokens. Please reduce the length of the messages.",
    ],
    ['OpenAI, by its code', '400 {"error":{"message":"too long","code":"context_length_exceeded"}}'],
    ['OpenAI Responses', 'Your input exceeds the context window of this model. Please adjust your input and try again.'],
    ['Anthropic', 'prompt is too long: 214290 tokens > 200000 maximum'],
    ['Anthropic, with its answer', 'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000'],
    ['Bedrock', 'ValidationException: Input is too long for requested model.'],
    ['Gemini', 'The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).'],
    ['Gemini, without a figure', 'The input token count exceeds the maximum number of tokens allowed 1048576.'],
    [
      'Copilot',
      '400 {"error":{"message":"prompt token count of 138898 exceeds the limit of 64000","code":"model_max_prompt_tokens_exceeded"}}',
    ],
    ['Copilot in the editor', 'Message exceeds token limit.'],
    ['Ollama', 'the input length exceeds the context length'],
    ['llama.cpp', 'request (9412 tokens) exceeds the available context size (8192 tokens), try increasing it'],
    ['llama.cpp, by its code', '{"error":{"code":400,"type":"exceed_context_size_error"}}'],
    ['LM Studio', 'The number of tokens to keep from the initial prompt is greater than the context length'],
    ['vLLM', 'The decoder prompt (length 40960) is longer than the maximum model length of 32768.'],
    ['Mistral', 'Prompt contains 40000 tokens, too large for model with 32768 maximum context length'],
    ['OpenRouter', "This endpoint's maximum context length is 131072 tokens. However, you requested about 160000 tokens"],
    ['xAI', "This model's maximum prompt length is 131072 but the request contains 537812 tokens"],
    ['Moonshot', 'Your request exceeded model token limit: 131072 (requested: 150000)'],
  ] as const;
  for (const [who, said] of overflows) {
    it(`is an overflow of the context where ${who} says so`, () => {
      assert.ok(isContextOverflow(said));
      assert.ok(isContextOverflow(`Request failed: ${said.toUpperCase()}`));
    });
  }

  const others = [
    [
      'too much in a minute',
      'Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 40000. Please reduce the length of the messages.',
    ],
    ['a rate limit', 'Rate limit reached: prompt token count exceeds the limit of your plan'],
    ['a quota', 'Quota exceeded for metric: input_token_count'],
    ['too long an answer', 'max_tokens is too large: 8192. This model supports at most 4096 completion tokens'],
    ['too much to read', 'Too many tokens, please wait before trying again.'],
    ['a filter', 'The response was filtered due to the prompt triggering our content policy'],
    ['a network', 'getaddrinfo ENOTFOUND api.example.com'],
    ['nothing', ''],
  ] as const;
  for (const [what, said] of others) {
    it(`is none where it speaks of ${what}`, () => {
      assert.ok(!isContextOverflow(said));
    });
  }
});
