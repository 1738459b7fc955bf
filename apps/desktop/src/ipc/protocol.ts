import type { z } from 'zod';
import { messageFromHudSchema, messageToHudSchema } from './hud-messages.ts';
import { messageFromMicrophoneSchema, messageToMicrophoneSchema } from './microphone-messages.ts';
import { messageFromSettingsSchema, messageToSettingsSchema } from './settings-messages.ts';

/** The messages between the app and each of its windows. */
export const PROTOCOL = {
  hud: { toWindow: messageToHudSchema, fromWindow: messageFromHudSchema },
  settings: { toWindow: messageToSettingsSchema, fromWindow: messageFromSettingsSchema },
  onboarding: { toWindow: messageToSettingsSchema, fromWindow: messageFromSettingsSchema },
  microphone: { toWindow: messageToMicrophoneSchema, fromWindow: messageFromMicrophoneSchema },
} as const;

/**
 * The longest message or frame a window may send, in bytes: fits as many words as allowed, each with the longest text.
 */
export const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;

/** How many messages unknown to the protocol a window may send before its connection is closed. */
export const MAX_BAD_MESSAGES = 10;

export type WindowName = keyof typeof PROTOCOL;
export type MessageTo<W extends WindowName> = z.infer<(typeof PROTOCOL)[W]['toWindow']>;
export type MessageFrom<W extends WindowName> = z.infer<(typeof PROTOCOL)[W]['fromWindow']>;

/** Reads a message from a window; `undefined` if the protocol doesn't know it. */
export function readMessageFrom<W extends WindowName>(window: W, text: string): MessageFrom<W> | undefined {
  return read(PROTOCOL[window].fromWindow, text) as MessageFrom<W> | undefined;
}

/** Reads a message to a window; `undefined` if the protocol doesn't know it. */
export function readMessageTo<W extends WindowName>(window: W, text: string): MessageTo<W> | undefined {
  return read(PROTOCOL[window].toWindow, text) as MessageTo<W> | undefined;
}

function read(schema: z.ZodType, text: string): unknown {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
