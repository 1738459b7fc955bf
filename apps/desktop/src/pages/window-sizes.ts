/** The sizes that the windows' pages are drawn for, in CSS pixels. */

export const HUD_SIZE = { width: 420, height: 140 };

/** Of a new window that the user works in. */
export const USER_WINDOW_SIZE = { width: 980, height: 720 };
