/** The size the HUD's page is designed for, in CSS pixels. */

export const HUD_SIZE = { width: 420, height: 140 };

/** The size of a new window the user works in, in CSS pixels. */
export const USER_WINDOW_SIZE = { width: 980, height: 720 };
