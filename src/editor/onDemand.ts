/** What nobody needs before the first question, command or tool call: a bundle of its own, which starting does not wait for. */
export { ChatTurn } from './chat/chatTurn.ts';
export { commandHandlers } from './commands/commandHandlers.ts';
export { languageModelTools } from './tools/languageModelTools.ts';
