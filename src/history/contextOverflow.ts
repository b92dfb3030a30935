/** What is said where a request is longer than the model's window. */
const tooLong: readonly RegExp[] = [
  /context[_ ](?:length|window)[_ ]exceeded|exceed_context_size_error|max_prompt_tokens_exceeded/u, // codes: OpenAI and its like, llama.cpp, Copilot
  /maximum context length/u, // OpenAI, vLLM, OpenRouter, Mistral
  /exceeds? (?:the |this |its )?(?:model(?:['\u2019]?s)? )?(?:maximum |available )?context (?:window|length|size|limit)/u, // OpenAI, llama.cpp, Ollama
  /prompt is too long|exceed context limit/u, // Anthropic
  /input is too long for (?:the )?requested model/u, // Bedrock
  /input token count.{0,40}exceeds the maximum number of tokens/u, // Gemini
  /prompt token count.{0,40}exceeds the limit|message exceeds token limit/u, // Copilot
  /maximum prompt length is \d/u, // xAI
  /reduce the length of (?:the|your) (?:messages|prompt|input)/u, // OpenAI, Groq
  /greater than the context length/u, // LM Studio
  /longer than the maximum model length/u, // vLLM
  /exceeded model token limit/u, // Moonshot
  /context window exceeds limit/u, // MiniMax
];

/** Too much in a while is not too long: a shorter request would be refused as well. */
const tooOften = /rate.?limit|tokens per (?:minute|min|hour|day)|quota|too many requests/u;

/** Whether a provider's error says that the request is longer than the model can take. */
export function isContextOverflow(message: string): boolean {
  const text = message.toLowerCase();
  return !tooOften.test(text) && tooLong.some((pattern) => pattern.test(text));
}
