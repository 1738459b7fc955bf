import { pino } from 'pino';
import { logOptions } from '../http/log.ts';

export const silentLog = pino(logOptions('silent'));
