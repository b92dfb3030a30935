/** Text of others without the characters that steer a terminal: no more than line ends and tabs. */
export const printable = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, '');
