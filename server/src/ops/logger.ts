import { pino, type DestinationStream, type Level, type Logger } from 'pino';

/** JSON, one line an entry, with the level as a word and the time in ISO 8601; to standard error, which leaves standard output to people. */
export const createLogger = (level: Level | 'silent', to: DestinationStream = pino.destination(2)): Logger =>
  pino({ level, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } }, to);
